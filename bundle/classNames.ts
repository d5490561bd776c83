/**
 * Class names of two or three characters in the built files; in development they tell their
 * origin. Letters for the file and digits for the name, so that one build is like the other
 * whichever file is read first.
 */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const app = fileURLToPath(new URL('../app/', import.meta.url))
const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .sort()
const namesOf = new Map(files.map((file) => [join(app, file), new Map<string, number>()]))

/** The name in the built files of the class or animation `name` of the module `file`. */
export function shortClassName(name: string, file: string): string {
  const path = file.split('?')[0] ?? file
  const names = namesOf.get(path)
  if (!names) throw new Error(`${basename(file)} is no CSS module of the app`)
  const number = names.get(name) ?? names.size
  names.set(name, number)
  return letters([...namesOf.keys()].indexOf(path)) + number
}

function letters(index: number): string {
  const last = String.fromCharCode('a'.charCodeAt(0) + (index % 26))
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last
}
