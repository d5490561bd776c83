/**
 * Lets the page ask for its screen's own files beside those that every screen shares: otherwise they
 * are known only once those have come and run, a round trip later on a first visit and a tenth of a
 * warm start. An inline script does it, because one page is kept for all addresses.
 */
import type { Plugin, Rolldown } from 'vite'

import { OFFERED } from '../shared/words/languages.ts'
import { ENGLISH } from '../shared/words/words.ts'

/** Module for regional dates and amounts, and for other languages. */
const REGION = 'app/ui/words/otherLanguage.ts'
const catalogueOf = (code: string) => `shared/words/catalogues/${code}.app.json`

/** Modules of app/ to preload by the first path segment, as in app/routes.tsx. */
const MODULES: Record<string, string[]> = {
  '': ['pages/LandingScreen.tsx'],
  builder: ['builder/BuilderScreen.tsx'],
  // These get a kit from the server before they are usable.
  list: ['kit/list/ListScreen.tsx', 'data/kits/open/openBuild.ts'],
  link: ['kit/list/ListScreen.tsx', 'data/kits/open/openBuild.ts'],
  kit: ['kit/KitScreen.tsx', 'data/kits/open/openBuild.ts'],
  'create-kits': ['kits/KitsScreen.tsx'],
  garage: ['garage/GarageScreen.tsx'],
  product: ['parts/PartScreen.tsx'],
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
      // Every page names its first ones already.
      const listOf = (modules: string[]) => [
        ...new Set(
          modules
            .flatMap((module) => filesOf(bundle, module))
            .filter((file) => !html.includes(file)),
        ),
      ]
      const screens = Object.entries(MODULES).map(
        ([name, modules]) => [name, listOf(modules.map((module) => `app/${module}`))] as const,
      )
      const languages = OFFERED.map(
        (code) => [code, listOf(code === 'en' ? [REGION] : [REGION, catalogueOf(code)])] as const,
      )
      const script = scriptOf(Object.fromEntries(screens), Object.fromEntries(languages))
      return html.replace(PLACE, () => `<script>${script}</script>\n    ${PLACE}`)
    },
  },
}

/** The files of a module and of all it imports. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
  if (!first) throw new Error(`There is no ${module}`)
  const found = new Set([first])
  // It grows while it is walked through.
  for (const { imports } of found)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  return [...found].flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ])
}

/**
 * Addresses are matched as app/routes.tsx does, in any case; what is not known asks for nothing. The
 * language is found as app/ui/words/language.ts finds it, but for the one that an address asks for.
 */
function scriptOf(screens: Record<string, string[]>, languages: Record<string, string[]>): string {
  return `!function(){
      var screens=${JSON.stringify(screens)},languages=${JSON.stringify(languages)},stored
      try{stored=localStorage.language}catch(error){}
      var name=location.pathname.replace(/^\\/+/,'').split('/')[0].toLowerCase()
      var language=[stored].concat(navigator.languages).map(function(tag){
        return String(tag).split('-')[0].toLowerCase()
      }).find(function(code){return Object.hasOwn(languages,code)})
      var isHere=language==='en'&&navigator.language==='${ENGLISH.tag}'
      var files=(isHere?[]:languages[language]||[]).concat(Object.hasOwn(screens,name)?screens[name]:[])
      files.forEach(function(file){
        var link=document.createElement('link'),isStyle=/css$/.test(file)
        link.rel=isStyle?'preload':'modulepreload'
        if(isStyle)link.as='style'
        link.crossOrigin=''
        link.href='/'+file
        document.head.append(link)
      })
    }()`
}
