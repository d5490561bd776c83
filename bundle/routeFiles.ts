/**
 * Lets the page ask for its screen's own files beside those that every screen shares: otherwise they
 * are known only once those have come and run, a round trip later on a first visit and a tenth of a
 * warm start. An inline script does it, because one page is kept for all addresses.
 */
import type { Plugin, Rolldown } from 'vite'

/** What is fetched for the first part of a path, as app/routes.tsx has it. */
const MODULES: Record<string, string[]> = {
  '': ['pages/LandingScreen.tsx'],
  builder: ['builder/BuilderScreen.tsx'],
  // These get a kit from the server before they are usable.
  list: ['list/ListScreen.tsx', 'kits/open/openBuild.ts'],
  link: ['list/ListScreen.tsx', 'kits/open/openBuild.ts'],
  kit: ['kit/KitScreen.tsx', 'kits/open/openBuild.ts'],
  'create-kits': ['kitList/KitsScreen.tsx'],
  garage: ['garage/GarageScreen.tsx'],
  product: ['part/PartScreen.tsx'],
  login: ['account/entry/LoginScreen.tsx'],
}
const PLACE = '<script type="module"'

export const routeFiles: Plugin = {
  name: 'route-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html
      if (!html.includes(PLACE)) throw new Error('index.html has no script to stand before')
      const lists = Object.entries(MODULES).map(([name, modules]) => {
        const files = new Set(modules.flatMap((module) => filesOf(bundle, module)))
        // Every page names its first ones already.
        return [name, [...files].filter((file) => !html.includes(file))] as const
      })
      const script = scriptOf(Object.fromEntries(lists))
      return html.replace(PLACE, () => `<script>${script}</script>\n    ${PLACE}`)
    },
  },
}

/** The files of a module and of all it imports. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = chunks.find(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith(`/app/${module}`)),
  )
  if (!first) throw new Error(`There is no app/${module}`)
  const found = new Set([first])
  // It grows while it is walked through.
  for (const { imports } of found)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  return [...found].flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ])
}

/** Addresses are matched as app/routes.tsx does, in any case; what is not known asks for nothing. */
function scriptOf(lists: Record<string, string[]>): string {
  return `!function(){
      var lists=${JSON.stringify(lists)}
      var name=location.pathname.replace(/^\\/+/,'').split('/')[0].toLowerCase()
      if(Object.hasOwn(lists,name))lists[name].forEach(function(file){
        var link=document.createElement('link'),isStyle=/css$/.test(file)
        link.rel=isStyle?'preload':'modulepreload'
        if(isStyle)link.as='style'
        link.crossOrigin=''
        link.href='/'+file
        document.head.append(link)
      })
    }()`
}
