/** The one fact a mechanic needs with dirty hands: the first torque, else the first bold words. */
import type { Kit } from '#shared/kinds/kit.ts'
import type { Inline } from '#shared/text/markupInline.ts'

import { jobSheetGroups, JOB_SHEET_NOTE } from '#shared/kinds/jobSheet.ts'
import { parseMarkup } from '#shared/text/markup.ts'
import { say } from '#shared/words/words.ts'

export interface Headline {
  title: string
  text: string
}

const MAX_TITLE = 80
const MAX_TEXT = 240

/** Headline above the parts; null without one. */
export function headlineOf({ steps, notes }: Pick<Kit, 'steps' | 'notes'>): Headline | null {
  return torqueOf(steps) ?? boldOf(notes)
}

function torqueOf(steps: Kit['steps']): Headline | null {
  const torques = jobSheetGroups(steps.filter(({ what, value }) => what === 'torque' && value))
  const [first] = torques[0]?.items ?? []
  if (!first) return null
  const title = cut(`${first.text} ${first.value}`.trim(), MAX_TITLE)
  return { title, text: [first.aside && `${first.aside}.`, say(JOB_SHEET_NOTE)].join(' ').trim() }
}

function boldOf(notes: string): Headline | null {
  for (const block of parseMarkup(notes)) {
    const parts = block.kind === 'code' ? [] : block.kind === 'list' ? block.items : [block.content]
    for (const content of parts) {
      const at = content.findIndex(({ kind }) => kind === 'bold')
      const title = plain(content.slice(at, at + 1)).trim()
      if (at < 0 || title === '') continue
      const rest = plain(content.slice(at + 1)).replace(/^[\s,;:.–-]+/, '')
      return { title: cut(title, MAX_TITLE), text: cut(upperFirst(rest.trim()), MAX_TEXT) }
    }
  }
  return null
}

/** Text without formatting. */
function plain(content: readonly Inline[]): string {
  return content
    .map((piece) =>
      piece.kind === 'text' ? piece.text : piece.kind === 'break' ? ' ' : plain(piece.content),
    )
    .join('')
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const cut = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text
