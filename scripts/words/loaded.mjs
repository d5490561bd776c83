// Generates the catalogues the app and the server load, shared/words/catalogues/*.json, from the
// translators' files beside them: vite.config.ts does so before every build and test.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { po } from 'gettext-parser'

const FOLDER = join(import.meta.dirname, '../../shared/words/catalogues')
/** Source files whose sentences each end loads: those of shared/ are loaded at both. */
const ENDS = { app: /(?:^|\s)(?:app|shared)\//, server: /(?:^|\s)(?:sync-server|shared)\// }

/**
 * Key of a sentence in the generated files, the same as in gettext's own.
 * @param {{ context: string; one: string; other?: string | null }} sentence
 */
export const nameOf = ({ context, one, other = null }) =>
  `${context ? `${context}\u0004` : ''}${one}${other === null ? '' : `\0${other}`}`

/**
 * @param {string} file path of a catalogue
 * @returns {Map<string, { forms: string[]; files: string }>} by name; empty forms are missing
 */
export function readPo(file) {
  const found = new Map()
  for (const [context, entries] of Object.entries(po.parse(readFileSync(file)).translations)) {
    for (const { msgid: one, msgid_plural: other, msgstr: forms, comments } of Object.values(
      entries,
    )) {
      if (one)
        found.set(nameOf({ context, one, other }), { forms, files: comments?.reference ?? '' })
    }
  }
  return found
}

/** Writes the files, except unchanged ones. */
export function writeLoaded() {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.po'))) {
    const sentences = [...readPo(join(FOLDER, name))].filter(([, { forms }]) =>
      forms.every(Boolean),
    )
    for (const [end, isOfEnd] of Object.entries(ENDS)) {
      const said = sentences.filter(([, { files }]) => isOfEnd.test(files))
      const loaded = Object.fromEntries(said.map(([key, { forms }]) => [key, forms.join('\0')]))
      const text = `${JSON.stringify(loaded, null, 2)}\n`
      const file = join(FOLDER, name.replace('.po', `.${end}.json`))
      if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
    }
  }
}

if (process.argv[1] === import.meta.filename) writeLoaded()
