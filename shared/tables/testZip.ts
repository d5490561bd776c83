/** Zips for tests, also ones that lie. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: string | Uint8Array
  /** Size that it says to have unpacked. */
  says?: number
  isStored?: boolean
  isEncrypted?: boolean
}

export function zipOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let at = 0
  for (const { name, content, says, isStored, isEncrypted } of entries) {
    const plain = Buffer.from(content)
    const body = isStored ? plain : deflateRawSync(plain)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(isEncrypted ? 1 : 0, 2)
    about.writeUInt16LE(isStored ? 0 : 8, 4)
    about.writeUInt32LE(crc32(plain), 10)
    about.writeUInt32LE(body.length, 14)
    about.writeUInt32LE(says ?? plain.length, 18)
    about.writeUInt16LE(Buffer.byteLength(name), 22)
    const sent = isEncrypted ? body.map((byte) => byte ^ 0x5a) : body
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), about, Buffer.from(name), sent])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    index.push(Buffer.from('PK\u0001\u0002\u0014\0'), about, rest, Buffer.from(name))
    parts.push(local)
    at += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(index).length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...parts, ...index, end]))
}

const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface BookOf {
  /** XML of the sheets' data, by name; a name that begins with a dot is hidden. */
  sheets: Record<string, string>
  strings?: string
  styles?: string
  book?: string
  more?: readonly ZipEntry[]
}

/** Files of a workbook as spreadsheets write it. */
export function bookOf({ sheets, strings, styles, book = '', more = [] }: BookOf): ZipEntry[] {
  const names = Object.keys(sheets)
  const link = (id: string, kind: string, to: string) =>
    `<Relationship Id="${id}" Type="${LINKS}/${kind}" Target="${to}"/>`
  return [
    {
      name: 'xl/workbook.xml',
      content: `<?xml version="1.0"?><workbook xmlns:r="${LINKS}">${book}<sheets>${names
        .map(
          (name, at) =>
            `<sheet name="${name}" sheetId="${at + 1}"${name.startsWith('.') ? ' state="hidden"' : ''} r:id="rId${at}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${names
        .map((_, at) => link(`rId${at}`, 'worksheet', `worksheets/sheet${at}.xml`))
        .join(
          '',
        )}${strings === undefined ? '' : link('s', 'sharedStrings', 'sharedStrings.xml')}${styles === undefined ? '' : link('f', 'styles', '/xl/styles.xml')}</Relationships>`,
    },
    ...names.map((name, at) => ({
      name: `xl/worksheets/sheet${at}.xml`,
      content: `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
    })),
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: strings }]),
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', content: styles }]),
    ...more,
  ]
}
