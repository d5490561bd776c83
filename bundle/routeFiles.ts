/**
 * Lets the page ask for its screen's own files beside those that every screen shares: otherwise they
 * are known only once those have come and run, a round trip later on a first visit and a tenth of a
 * warm start. An inline script does it, because one page is kept for all addresses.
 */
import type { Plugin, Rolldown } from 'vite'

/**
 * By the first part of the path, as app/routes.tsx has it: the modules that are fetched before the
 * first render. `+` behind it is the desk, `-` the phone, as app/builder/views.ts decides.
 */
const SCREENS: Record<string, string> = {
  '': 'pages/LandingScreen',
  builder: 'builder/BuilderScreen',
  'builder+': 'builder/PartCells',
  'builder-': 'builder/PartCard',
  list: 'list/ListScreen',
  link: 'list/ListScreen',
  kit: 'kit/KitScreen',
  'create-kits': 'kits/KitsScreen',
  garage: 'garage/GarageScreen',
  product: 'parts/PartScreen',
  login: 'account/LoginScreen',
}
/** These are named in the page already. */
const EVERYWHERE = ['vendor', 'core']
const PLACE = '<script type="module"'

export const routeFiles: Plugin = {
  name: 'route-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html
      const files = new Set<string>()
      const lists = Object.entries(SCREENS).map(([name, module]) => {
        const base = SCREENS[name.replace(/[+-]$/, '')] ?? ''
        const own = filesOf(bundle, module).filter(
          (file) => base === module || !filesOf(bundle, base).includes(file),
        )
        for (const file of own) files.add(file)
        return [name, own] as const
      })
      const all = [...files]
      const numbers = lists.map(([name, own]) => [name, own.map((file) => all.indexOf(file))])
      const script = scriptOf(all, Object.fromEntries(numbers))
      if (!html.includes(PLACE)) throw new Error('index.html has no script to stand before')
      return html.replace(PLACE, () => `<script>${script}</script>\n    ${PLACE}`)
    },
  },
}

/** The files of a screen and of all it imports, but for those that every page has. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = chunks.find(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith(`/app/${module}.tsx`)),
  )
  if (!first) throw new Error(`There is no screen ${module}`)
  const found = new Set<Rolldown.OutputChunk>()
  const take = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk) || EVERYWHERE.includes(chunk.name)) return
    found.add(chunk)
    for (const file of chunk.imports) take(chunks.find(({ fileName }) => fileName === file))
  }
  take(first)
  return [...found].flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ])
}

/** Addresses are matched as app/routes.tsx does, in any case; what is not known asks for nothing. */
function scriptOf(files: string[], lists: Record<string, number[]>): string {
  const short = files.map((file) => file.replace(/^assets\//, ''))
  return `!function(){
      var files=${JSON.stringify(short)},lists=${JSON.stringify(lists)}
      var name=location.pathname.replace(/^\\/+/,'').split('/')[0].toLowerCase()
      function ask(at){
        var link=document.createElement('link'),isStyle=/css$/.test(files[at])
        link.rel=isStyle?'preload':'modulepreload'
        if(isStyle)link.as='style'
        link.crossOrigin=''
        link.href='/assets/'+files[at]
        document.head.append(link)
      }
      ;[name,name+(matchMedia('(min-width: 900px)').matches?'+':'-')].forEach(function(key){
        if(Object.hasOwn(lists,key))lists[key].forEach(ask)
      })
    }()`
}
