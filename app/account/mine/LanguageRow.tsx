import { LANGUAGES, languageOf, OFFERED } from '#shared/words/languages.ts'
import { PSEUDO_TAGS } from '#shared/words/pseudo.ts'
import { languageTag, t } from '#shared/words/words.ts'
import { LanguagesIcon } from '../../ui/blocks/icons.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { toast } from '../../ui/layers/toast.ts'
import { chooseLanguage } from '../../ui/words/chooseLanguage.ts'
import { CardRow } from './CardRow.tsx'

const CHOICES = [
  ...OFFERED.map((code) => ({ value: code as string, name: LANGUAGES[code] as string })),
  // Whoever works on it sees what is not translatable, and what breaks.
  ...(import.meta.env.DEV ? PSEUDO_TAGS.map((tag) => ({ value: tag as string, name: tag })) : []),
]

/** In which language this device speaks; nothing where there is no choice. */
export function LanguageRow() {
  if (CHOICES.length === 1) return null
  const tag = languageTag()
  const chosen = CHOICES.find(({ value }) => value === tag)?.value ?? languageOf(tag) ?? 'en'

  async function handleChoose(value: string) {
    if (await chooseLanguage(value)) return
    toast({
      title: t('Could not load this language'),
      text: t('It needs a signal once. Press again when there is one.'),
      tone: 'error',
    })
  }

  return (
    <CardRow
      icon={<LanguagesIcon />}
      title={t('Language')}
      text={t('What people wrote stays as it is')}
      action={
        <Segments
          label={t('Language')}
          choices={CHOICES}
          chosen={chosen}
          onChoose={(value) => void handleChoose(value)}
        />
      }
    />
  )
}
