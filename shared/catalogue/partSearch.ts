/** Part search as in the URL of `/parts` and in the query of `GET /api/parts`. */

import { cleanText } from '../define.ts'
import { t, worded } from '../words/words.ts'

export const MAX_SEARCH = 200
export const MAX_BRANDS = 10

export interface PartSearch {
  /** Words, brands and numbers, in any spelling. */
  q: string
  task: string
  /** '' and null without a complete vehicle. */
  make: string
  model: string
  year: number | null
  /** Also parts without known fitment for the vehicle. */
  isAnyFit: boolean
  /** Any of these; empty for all. */
  brands: readonly string[]
  /** Whole dollars of a payable total; null for no bound. */
  min: number | null
  max: number | null
  isInStock: boolean
}

export const NO_SEARCH: PartSearch = {
  q: '',
  task: '',
  make: '',
  model: '',
  year: null,
  isAnyFit: false,
  brands: [],
  min: null,
  max: null,
  isInStock: false,
}

/** Facets of totals in dollars: from, up to but excluding. */
export const PRICE_BANDS = [
  [null, 10],
  [10, 25],
  [25, 50],
  [50, 100],
  [100, 250],
  [250, null],
] as const

/** Parses a URL; unreadable parts are dropped. */
export function readPartSearch(params: URLSearchParams): PartSearch {
  const words = (value: string | null, max: number) =>
    cleanText(value ?? '')
      .trim()
      .slice(0, max)
  const text = (name: string, max: number) => words(params.get(name), max)
  const number = (name: string, pattern: RegExp) => {
    const value = params.get(name) ?? ''
    return pattern.test(value) ? Number(value) : null
  }
  const brands = params.getAll('brand').map((brand) => words(brand, 80))
  return {
    q: text('q', MAX_SEARCH),
    task: text('task', 80),
    make: text('make', 60),
    model: text('model', 60),
    year: number('year', /^(19|20)\d\d$/),
    isAnyFit: params.get('fit') === 'any',
    brands: [...new Set(brands)].filter(Boolean).slice(0, MAX_BRANDS),
    min: number('min', /^\d{1,5}$/),
    max: number('max', /^\d{1,5}$/),
    isInStock: params.get('stock') === 'yes',
  }
}

/** '' for an empty search. */
export function partSearchQuery(search: PartSearch): string {
  const { q, task, make, model, year, isAnyFit, brands, min, max, isInStock } = search
  const params = new URLSearchParams()
  const set = (name: string, value: string | number | null) => {
    if (value !== '' && value !== null) params.set(name, String(value))
  }
  set('q', q)
  set('task', task)
  set('year', year)
  set('make', make)
  set('model', model)
  if (isAnyFit && hasVehicle(search)) set('fit', 'any')
  for (const brand of brands) params.append('brand', brand)
  set('min', min)
  set('max', max)
  if (isInStock) set('stock', 'yes')
  return params.toString()
}

/** Whether anything is searched: filters alone do not count. */
export function isSearching(search: PartSearch): boolean {
  return search.q !== '' || search.task !== '' || search.brands.length > 0 || hasVehicle(search)
}

export function hasVehicle({ make, model, year }: PartSearch): boolean {
  return make !== '' || model !== '' || year !== null
}

/** "2008 Audi S4", as far as given. */
export function searchedVehicle({ year, make, model }: PartSearch): string {
  return [year, make, model].filter(Boolean).join(' ')
}

/** The search in words: for titles and screen readers. */
export function searchTitle(search: PartSearch): string {
  const { q, task, brands } = search
  const what =
    [q, q === '' ? brands.join(', ') : '', worded(task)].filter(Boolean).join(', ') || t('Parts')
  const vehicle = searchedVehicle(search)
  return vehicle && !search.isAnyFit ? t('{what} for {vehicle}', { what, vehicle }) : what
}
