/** Save Kit, loaded on press: saving is for accounts, and first visits have none. */
import type { Build } from '../../data/kits/open/builds.ts'

import { isBlankLine, isNamed, dollarCents } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { quoted } from '#shared/text/quoted.ts'
import { many, t } from '#shared/words/words.ts'
import { noteSave } from '../../data/hardware/installOffer.ts'
import { latestOf } from '../../data/kits/open/openKit.ts'
import { saveKit } from '../../data/kits/open/saveKit.ts'
import type { Cell } from '#shared/tables/columnHeads.ts'
import { FIELD_RULES } from '../rows/fieldRules.ts'
import { LINE_FIELD, lineField } from '../rows/entryDraft.ts'
import { track } from '../../data/telemetry/track.ts'
import { toast } from '../../ui/browser/toast.ts'

/**
 * Saves a complete kit, or says what is missing.
 * @param sending when pending changes are sent, a whole sentence
 * @returns the address of its page, null when something is missing
 */
export async function saveChecked(build: Build, sending: string): Promise<string | null> {
  // Loading may have taken long: what was typed meanwhile counts.
  const missing = missingOf(latestOf(build))
  if (missing) {
    const { at, isGiven, ...words } = missing
    const field = at === undefined ? null : document.querySelector<HTMLInputElement>(at)
    toast({
      ...words,
      tone: 'error',
      ...(field && isGiven && { isOver: () => isGiven(field) }),
    })
    field?.focus()
    return null
  }
  const saved = await saveKit(build.kit.id)
  track({ name: 'kit_save', lines: saved.partsCount, total: dollarCents(build.kit.lines) })
  noteSave()
  const { partsCount, name } = saved
  toast({
    title: t('Kit saved successfully!'),
    text: saved.isUploaded
      ? many(
          partsCount,
          'Saved {count} parts to kit "{name}"',
          'Saved {count} parts to kit "{name}"',
          { name },
        )
      : `${many(
          partsCount,
          'Saved {count} parts to kit "{name}" on this device.',
          'Saved {count} parts to kit "{name}" on this device.',
          { name },
        )} ${sending}`,
  })
  return links.kit(saved.buildId)
}

const NAME = '[data-line] input[data-cell=name]'

interface Missing {
  title: string
  text: string
  /** Field to fix, which gets the focus. */
  at?: string
  /** Whether its current text is enough. */
  isGiven?: (field: HTMLInputElement) => boolean
}

function missingOf(build: Build): Missing | null {
  const { kit, drafts } = build
  if (!isNamed(kit.name)) {
    const text = t('Please enter a name for your kit')
    return {
      title: t('Kit name required'),
      text,
      at: '[data-cell=kitName]',
      isGiven: ({ value }) => isNamed(value),
    }
  }
  if (kit.lines.every((line) => isBlankLine(line))) {
    const text = t('Please add at least one part to your kit')
    return {
      title: t('No parts to save'),
      text,
      // On the phone a blank line may be a closed card, or missing.
      at: document.querySelector(NAME) ? NAME : LINE_FIELD,
      // Any field but the quantity, which lines begin with.
      isGiven: () =>
        [
          ...document.querySelectorAll<HTMLInputElement>(
            `[data-line] input:not([data-cell=qty]), ${LINE_FIELD}`,
          ),
        ].some(({ value }) => value.trim() !== ''),
    }
  }
  if (!build.isMine) {
    return {
      title: t('Nothing to save yet'),
      text: t('This kit is somebody else’s. Your first change makes your own copy.'),
    }
  }
  // An invalid draft would silently be missing from the save.
  const isUnfinished = kit.lines.some((line) =>
    [...drafts.keys()].some((key) => key.startsWith(`${line.id}:`)),
  )
  // A part typed but not added would be missed only when it is to be bought.
  const typed = lineField()?.value.trim()
  if (typed && !isUnfinished) {
    return {
      title: t('Error saving kit'),
      text: t('{typed} is typed and not added yet: add it, or take it out.', {
        typed: quoted(typed),
      }),
      at: LINE_FIELD,
      isGiven: ({ value }) => value.trim() === '',
    }
  }
  return isUnfinished
    ? {
        title: t('Error saving kit'),
        text: t('A value is not valid yet: mend the marked field first.'),
        at: '[data-line] [aria-invalid=true]',
        isGiven: ({ value, dataset: { cell } }) =>
          cell !== undefined &&
          FIELD_RULES[cell as Cell].settle(value, build.kit.currency).kind === 'value',
      }
    : null
}
