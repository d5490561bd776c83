import { type ReactNode, useId } from 'react'

import type { PartCounts } from '#shared/catalogue/part.ts'
import type { PartSearch } from '#shared/catalogue/partSearch.ts'

import { brandKey } from '#shared/catalogue/partNumber.ts'
import { hasVehicle, PRICE_BANDS, searchedVehicle } from '#shared/catalogue/partSearch.ts'
import { t } from '#shared/words/words.ts'
import styles from './Find.module.css'
import { bandText, countText } from './findWords.ts'

interface FacetsProps {
  search: PartSearch
  counts: PartCounts
  onChange: (changes: Partial<PartSearch>) => void
}

/** Filters of a search, with counts. */
export function Facets({ search, counts, onChange }: FacetsProps) {
  const { fits, inStock, isMore } = counts
  return (
    <section className={`roomy pad ${styles.facets}`} aria-label={t('Narrow down')}>
      {hasVehicle(search) && (
        <Facet title={t('Fit')}>
          <Option
            group="fit"
            text={t('Fits {vehicle}', { vehicle: searchedVehicle(search) })}
            count={fits && countText(fits.fitting, fits.isMoreFitting)}
            isOn={!search.isAnyFit}
            onPress={() => onChange({ isAnyFit: false })}
          />
          <Option
            group="fit"
            text={t('Any car')}
            count={fits && countText(fits.any, fits.isMoreAny)}
            isOn={search.isAnyFit}
            onPress={() => onChange({ isAnyFit: true })}
          />
        </Facet>
      )}
      <Facet title={t('Stock')}>
        <Option
          isMany
          text={t('In stock')}
          count={countText(inStock, isMore)}
          isOn={search.isInStock}
          onPress={() => onChange({ isInStock: !search.isInStock })}
        />
      </Facet>
      <Prices search={search} counts={counts} onChange={onChange} />
      <Brands search={search} counts={counts} onChange={onChange} />
    </section>
  )
}

function Prices({ search: { min, max }, counts, onChange }: FacetsProps) {
  const isAny = min === null && max === null
  const isBand = (from: number | null, to: number | null) => from === min && to === max
  const isOther = !isAny && !PRICE_BANDS.some(([from, to]) => isBand(from, to))
  return (
    <Facet title={t('Price in all')}>
      <Option
        group="price"
        text={t('Any price')}
        count={null}
        isOn={isAny}
        onPress={() => onChange({ min: null, max: null })}
      />
      {isOther && (
        <Option
          group="price"
          text={bandText(min, max)}
          count={null}
          isOn
          onPress={() => undefined}
        />
      )}
      {PRICE_BANDS.map(([from, to], at) => {
        const count = counts.prices[at] ?? 0
        const isOn = isBand(from, to)
        return (
          (count > 0 || isOn) && (
            <Option
              key={bandText(from, to)}
              group="price"
              text={bandText(from, to)}
              count={countText(count, counts.isMore && count > 0)}
              isOn={isOn}
              onPress={() => onChange({ min: from, max: to })}
            />
          )
        )
      })}
    </Facet>
  )
}

function Brands({ search: { brands }, counts, onChange }: FacetsProps) {
  const isSame = (one: string) => (other: string) => brandKey(one) === brandKey(other)
  const counted = counts.brands.map(({ brand }) => brand)
  // Chosen brands stay, to be taken back, whatever is found.
  const others = brands.filter((brand) => !counted.some(isSame(brand)))
  if (counted.length + others.length === 0) return null
  return (
    <Facet title={t('Brand')}>
      {[...counts.brands, ...others.map((brand) => ({ brand, count: 0 }))].map(
        ({ brand, count }) => {
          const isOn = brands.some(isSame(brand))
          const rest = brands.filter((one) => !isSame(brand)(one))
          return (
            <Option
              key={brand}
              isMany
              text={brand}
              count={countText(count, counts.isMore && count > 0)}
              isOn={isOn}
              onPress={() => onChange({ brands: isOn ? rest : [...rest, brand] })}
            />
          )
        },
      )}
    </Facet>
  )
}

function Facet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.facet}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

function Option(props: {
  text: string
  /** Null for unknown. */
  count: string | null
  isOn: boolean
  /** Name of its radio group. */
  group?: string
  /** A checkbox instead of a radio. */
  isMany?: boolean
  onPress: () => void
}) {
  const { text, count, isOn, group, isMany, onPress } = props
  const id = useId()
  return (
    <label className={`row breaks ${styles.option}`} htmlFor={id}>
      <input
        id={id}
        type={isMany ? 'checkbox' : 'radio'}
        // Arrow keys move within the group of the same name.
        name={group}
        checked={isOn}
        onChange={onPress}
      />
      <span className="grow">{text}</span>
      {count !== null && <span className="muted small num">{count}</span>}
    </label>
  )
}
