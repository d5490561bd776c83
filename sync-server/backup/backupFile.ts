/**
 * Backup file format: gzipped lines of JSON. A head, then per table its name and columns and its
 * rows as PostgreSQL's text, and last the row count and the SHA-256 of all lines before. Streamed,
 * whatever the size.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

const FORMAT = 1
/** Far above any real row; an endless line must not fill the memory. */
const MAX_LINE_CHARS = 64 * 1024 * 1024

const head = z.object({
  backup: z.literal('wrenchlist'),
  format: z.number(),
  version: z.string(),
  madeAt: z.string(),
  migrations: z.array(z.string()),
})
const table = z.object({
  table: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
})
const row = z.array(z.union([z.string(), z.null()]))
const end = z.object({ rows: z.number(), sha256: z.string() })

/** `migrations`: the schema the database had. */
export type BackupHead = Omit<z.infer<typeof head>, 'backup' | 'format'>
/** Starts a table; its rows follow. */
export type BackupTable = z.infer<typeof table>
/** Each column's value as text, or null. */
export type BackupRow = z.infer<typeof row>
export type BackupEntry = BackupTable | BackupRow

/**
 * Writes a backup to a draft, and renames it to `file` once it is whole and flushed.
 * @param entries tables, each followed by its rows
 * @returns row count
 */
export async function writeBackupFile(
  file: string,
  about: BackupHead,
  entries: AsyncIterable<BackupEntry>,
): Promise<number> {
  const draft = `${file}.partial`
  const hash = createHash('sha256')
  let rows = 0
  async function* lines(): AsyncGenerator<string> {
    const line = (value: unknown): string => {
      const text = `${JSON.stringify(value)}\n`
      hash.update(text)
      return text
    }
    yield line({ backup: 'wrenchlist', format: FORMAT, ...about })
    for await (const entry of entries) {
      if (Array.isArray(entry)) rows++
      yield line(entry)
    }
    yield `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`
  }
  try {
    // The file holds addresses and password hashes.
    const target = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })
    await pipeline(Readable.from(lines()), createGzip(), target)
    await rename(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(draft, { force: true })
    throw error
  }
  return rows
}

/**
 * Reads a backup: its head, then tables and rows in order. A missing or changed line is known only
 * at the end, where it throws a sentence: keep nothing before that.
 */
export async function* readBackupFile(
  file: string,
): AsyncGenerator<{ head: BackupHead } | { entry: BackupEntry }> {
  const damaged = (why: string, cause?: unknown) =>
    new Error(`${file} is damaged: ${why}. Nothing was restored.`, { cause })
  const hash = createHash('sha256')
  let rows = 0
  let hasHead = false
  let isOver = false
  try {
    for await (const line of linesOf(file)) {
      if (isOver) throw damaged('something stands behind its end')
      const value: unknown = JSON.parse(line)
      const ending = hasHead ? end.safeParse(value) : null
      if (ending?.success) {
        if (ending.data.rows !== rows) throw damaged('rows are missing')
        if (ending.data.sha256 !== hash.digest('hex')) throw damaged('its checksum is another')
        isOver = true
        continue
      }
      hash.update(`${line}\n`)
      if (!hasHead) {
        hasHead = true
        yield { head: readHead(file, value) }
      } else if (Array.isArray(value)) {
        rows++
        yield { entry: row.parse(value) }
      } else yield { entry: table.parse(value) }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') throw damaged('its end is missing', error)
    if (code?.startsWith('Z_')) throw damaged('it cannot be unpacked', error)
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw damaged('a line of it is not readable', error)
    }
    throw error
  }
  if (!isOver) throw damaged('its end is missing')
}

function readHead(file: string, value: unknown): BackupHead {
  const { success, data } = head.safeParse(value)
  if (!success) throw new Error(`${file} is no backup of Wrenchlist.`)
  if (data.format > FORMAT) {
    throw new Error(`${file} was made by a newer Wrenchlist (${data.version}). Use that version.`)
  }
  const { version, madeAt, migrations } = data
  return { version, madeAt, migrations }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  // Opened first, so that a wrong file name gets its own error.
  await (await open(file)).close()
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.on('error', (error) => text.destroy(error))
  text.setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE_CHARS) throw new SyntaxError('a line without end')
      yield* lines
    }
  } finally {
    source.destroy()
  }
  if (rest !== '') yield rest
}
