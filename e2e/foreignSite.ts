// A page on another origin that sends its visitor to the app the moment it opens.
import { createServer } from 'node:http'

import { freePort } from './server.ts'

export type ForeignSite = {
  /** URL of a page that submits a form with these fields to `action` by itself. */
  readonly posting: (action: string, fields: Record<string, string>, file?: PostedFile) => string
  /** URL of a page that navigates to `address` by itself. */
  readonly leadingTo: (address: string) => string
  readonly end: () => Promise<void>
}

/** A file that the form carries. */
export type PostedFile = { readonly name: string; readonly type: string; readonly content: string }

/** Runs on `localhost`, which is another site than the app's 127.0.0.1. */
export async function startForeignSite(): Promise<ForeignSite> {
  const pages: string[] = []
  const server = createServer((request, response) => {
    const page = pages[Number(request.url?.slice(1))]
    response.writeHead(page === undefined ? 404 : 200, {
      'Content-Type': 'text/html; charset=utf-8',
      // Without a referrer the worker cannot see where the form comes from.
      'Referrer-Policy': 'no-referrer',
    })
    response.end(page)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  const add = (script: string) => {
    pages.push(`<!doctype html><title>A friendly page</title><link rel="icon" href="data:,">
      <body><script>${script.replaceAll('<', '\\u003c')}</script></body>`)
    return `http://localhost:${port}/${pages.length - 1}`
  }
  return {
    posting: (action, fields, file) =>
      add(`
        const form = document.createElement('form')
        form.method = 'POST'
        form.action = ${JSON.stringify(action)}
        form.enctype = 'multipart/form-data'
        for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
          const input = document.createElement('input')
          input.name = name
          input.value = value
          form.append(input)
        }
        const file = ${JSON.stringify(file ?? null)}
        if (file) {
          const input = document.createElement('input')
          const files = new DataTransfer()
          files.items.add(new File([file.content], file.name, { type: file.type }))
          input.type = 'file'
          input.name = 'files'
          input.files = files.files
          form.append(input)
        }
        document.body.append(form)
        // After its own load: what is submitted before that takes this page's place in the history.
        addEventListener('load', () => setTimeout(() => form.submit(), 50))`),
    leadingTo: (address) =>
      add(`addEventListener('load', () => setTimeout(() => {
        location.href = ${JSON.stringify(address)}
      }, 50))`),
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
