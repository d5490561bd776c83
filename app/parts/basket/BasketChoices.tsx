import type { Line } from '#shared/kinds/kit.ts'
import type { Merchant } from '#shared/catalogue/part.ts'
import type { BasketOptions } from '#shared/catalogue/baskets/kitProblem.ts'
import { later, t } from '#shared/words/words.ts'

import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import styles from './Basket.module.css'

const MOST_OFFERED = 4
const USES = [
  { value: 'may', name: later('If it pays') },
  { value: 'must', name: later('Always') },
  { value: 'never', name: later('Never') },
] as const
type Use = (typeof USES)[number]['value']

/** Constraints of the basket: parcels, shops, and parts already there. */
export function BasketChoices({
  lines,
  shops,
  options,
  onChange,
}: {
  lines: readonly Line[]
  shops: readonly Merchant[]
  options: BasketOptions
  onChange: (options: BasketOptions) => void
}) {
  const most = Math.min(MOST_OFFERED, shops.length)
  const counts = [
    { value: '', name: t('Any') },
    ...Array.from({ length: most }, (_, at) => ({ value: String(at + 1), name: String(at + 1) })),
  ]

  function choose(id: string, use: Use) {
    const without = (ids: readonly string[]) => ids.filter((one) => one !== id)
    const locked = use === 'must' ? [...without(options.locked), id] : without(options.locked)
    const banned = use === 'never' ? [...without(options.banned), id] : without(options.banned)
    // More shops are required than allowed: the limit gives way.
    const isTooFew = options.mostShops !== null && options.mostShops < locked.length
    onChange({ ...options, locked, banned, ...(isTooFew && { mostShops: locked.length }) })
  }

  function own(id: string, isOwned: boolean) {
    const others = options.owned.filter((one) => one !== id)
    onChange({ ...options, owned: isOwned ? [...others, id] : others })
  }

  return (
    <aside className={`stack roomy breaks ${styles.choices}`} aria-label={t('What to keep to')}>
      {shops.length > 1 && (
        <section className={`card ${styles.choice}`} aria-labelledby="parcels">
          <h2 id="parcels">{t('Parcels, at most')}</h2>
          <Segments
            label={t('Parcels, at most')}
            choices={counts}
            chosen={options.mostShops === null ? '' : String(options.mostShops)}
            onChoose={(value) =>
              onChange({
                ...options,
                mostShops: value === '' ? null : Math.max(Number(value), options.locked.length),
              })
            }
          />
        </section>
      )}
      {shops.length > 0 && (
        <section className={`card ${styles.choice}`} aria-labelledby="shops">
          <h2 id="shops">{t('Shops')}</h2>
          <ul>
            {shops.map(({ id, name }) => (
              <li key={id}>
                <span className="strong">{name}</span>
                <Segments
                  label={t('Use {name}', { name })}
                  choices={USES}
                  chosen={takenOf(id, options)}
                  onChoose={(use) => choose(id, use)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {lines.length > 0 && (
        <section className={`card ${styles.choice}`} aria-labelledby="have">
          <h2 id="have">{t('What you have already')}</h2>
          <ul>
            {lines.map(({ id, name, partNumber }) => (
              <li key={id}>
                <Checkbox
                  checked={options.owned.includes(id)}
                  onChange={({ target }) => own(id, target.checked)}
                >
                  {name || partNumber || t('Part without a name')}
                </Checkbox>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}

function takenOf(id: string, { locked, banned }: BasketOptions): Use {
  if (locked.includes(id)) return 'must'
  return banned.includes(id) ? 'never' : 'may'
}
