// `npm run dev`: the pages with hot reload at PORT, and the server behind them, restarted when its
// files change. Ends both together.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
const { writeLoaded } = await import('./words/loaded.mjs')
writeLoaded()

const host = process.env['HOST'] || '127.0.0.1'
const port = Number(process.env['PORT'] || 3000)
const apiPort = port + 1
const address = `http://${host}:${port}`
process.env['API_URL'] = `http://127.0.0.1:${apiPort}`

const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs')
const api = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'sync-server/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { PUBLIC_URL: address, ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) },
})

const vite = await import('vite')
const pages = await vite.createServer({
  configFile: join(root, 'vite.config.ts'),
  server: { host, port, strictPort: true },
})

let ending = false
async function end(code) {
  if (ending) return
  ending = true
  if (api.exitCode === null && api.signalCode === null) {
    const gone = new Promise((resolve) => api.once('exit', resolve))
    // A terminal's Ctrl-C reaches the server too, and a second signal would cut it short.
    const own = setTimeout(() => api.kill('SIGTERM'), 500)
    await gone
    clearTimeout(own)
  }
  await pages.close()
  process.exit(code)
}

api.once('exit', (code) => void end(code ?? 1))
process.once('exit', () => api.kill('SIGTERM'))
// Vite ends the process by itself at SIGTERM, which would leave the server behind.
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(0))

await pages.listen().catch((error) => {
  console.error(error.message)
  return end(1)
})
if (!ending) console.log(`Wrenchlist with hot reload is at ${address}`)
