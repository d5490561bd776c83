/** iCalendar files (RFC 5545) of whole days, for any program that subscribes. */
import { cleanText } from '../define.ts'

export interface DayEvent {
  /** Stable for the same event. */
  uid: string
  /** "2026-11-22" */
  day: string
  summary: string
  description: string
  url: string
}

/** Octets per line, without its end. */
const MAX_OCTETS = 75
const inUtf8 = new TextEncoder()

/**
 * @param name title of the calendar
 * @param day of writing, used as every event's stamp: the file is the same all day
 */
export function calendarText(name: string, events: readonly DayEvent[], day: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wrenchlist//Services//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    // RFC 7986, and its de facto predecessor.
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `DTSTAMP:${plain(day)}T000000Z`,
      `DTSTART;VALUE=DATE:${plain(event.day)}`,
      `DTEND;VALUE=DATE:${plain(dayAfter(event.day))}`,
      `SUMMARY:${escaped(event.summary)}`,
      `DESCRIPTION:${escaped(event.description)}`,
      `URL:${event.url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

const plain = (day: string) => day.replaceAll('-', '')

const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** TEXT of section 3.3.11. */
const escaped = (text: string) =>
  cleanText(text)
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- a value holds none but tabs and ends of lines
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)

/** Folds a line between characters (section 3.1): each continuation starts with a space. */
function folded(line: string): string {
  // Fast path: most lines are short, and folding dominates the time of a full log.
  if (line.length <= MAX_OCTETS && inUtf8.encode(line).length <= MAX_OCTETS) return line
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const letter of line) {
    const size = sizeOf(letter)
    if (octets + size > MAX_OCTETS) {
      pieces.push(piece)
      piece = ' '
      octets = 1
    }
    piece += letter
    octets += size
  }
  return [...pieces, piece].join('\r\n')
}

/** UTF-8 bytes of a character. */
function sizeOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
