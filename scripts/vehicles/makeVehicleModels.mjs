// Makes shared/vehicles/vehicleModels.json, the models of every make by model year. makeVehicleData.mjs runs it.
// vPIC says which VINs may exist, not which cars were sold: its open-ended ranges, truck codes and
// test entries are corrected by vehicleCorrections.mjs. Years before 1981 come from classicModels.mjs.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { CLASSIC_MODELS } from './classicModels.mjs'
import { CORRECTIONS, MAKES_WITHOUT_CORRECTIONS } from './vehicleCorrections.mjs'
import { MODEL, nameInVpic, readAll } from './vpic.mjs'

const OUTPUT = fileURLToPath(new URL('../../shared/vehicles/vehicleModels.json', import.meta.url))
const DATA_FIRST_YEAR = 1981
// One year beyond the picker's grid: that year can be typed, and its cars are on sale.
const LAST_YEAR = 2026

// vPIC's numbers for what a VIN may be.
const PASSENGER_CAR = 2
const TRUCK = 3
const MULTIPURPOSE = 7

const NOISE =
  /^'|chassis|motorhome|hearse|limo|military|incomplete|forward|tilt|conventional|recreational/i
// Ford's medium and heavy trucks (L8000, CLT9000, F-700) share their schemas with its vans.
const FORD_TRUCK = /^(?![EF]-([1-4]50|100)$)[A-Z]{1,4}-?\d{3,5}$/

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare

/** Every make that can be chosen, in the order of the alphabet. */
export const ALL_MAKES = [...Object.keys(CORRECTIONS), ...MAKES_WITHOUT_CORRECTIONS].sort(byName)

/** Writes the models of every make by model year. @param database vPIC, opened by vpic.mjs */
export function makeModels(database) {
  const rows = readRows(database)
  const modelsByMake = new Map(ALL_MAKES.map((make) => [make, modelsOf(make, rows)]))
  const data = Object.fromEntries(ALL_MAKES.map((make) => [make, pack(modelsByMake.get(make))]))
  writeFileSync(OUTPUT, JSON.stringify(data, null, 1) + '\n')
  report(data, modelsByMake)
}

/** The name people use for a model of vPIC, or null for one that is left out. */
export function modelName(make, model) {
  const { dropped, renamed } = parseCorrections(CORRECTIONS[make] ?? '')
  if (dropped.has(model) || NOISE.test(model)) return null
  if (make === 'Ford' && FORD_TRUCK.test(model)) return null
  return renamed.get(model) ?? model
}

function readRows(database) {
  return readAll(
    database,
    `
    select distinct make.Name, model.Name, wmi.VehicleTypeId, span.YearFrom, span.YearTo
    from Pattern pattern
    join Model model on model.Id = cast(pattern.AttributeId as integer)
    join Make_Model owner on owner.ModelId = model.Id
    join Make make on make.Id = owner.MakeId
    join Wmi_VinSchema span on span.VinSchemaId = pattern.VinSchemaId
    join Wmi wmi on wmi.Id = span.WmiId
    where pattern.ElementId = ${MODEL}
      and wmi.VehicleTypeId in (${PASSENGER_CAR}, ${TRUCK}, ${MULTIPURPOSE})`,
  ).map(([make, model, type, from, to]) => ({ make, model, type, from, to }))
}

/** One make's models as Map(model -> Set of years). */
function modelsOf(make, rows) {
  const { kept, dropped, renamed, years } = parseCorrections(CORRECTIONS[make] ?? '')
  const vpicMake = nameInVpic(make)
  const ownRows = rows.filter((row) => row.make === vpicMake)
  const known = new Set(ownRows.map((row) => row.model))
  for (const name of [...kept, ...dropped, ...renamed.keys()]) {
    if (!known.has(name)) console.warn(`${make}: the data has no "${name}", so its entry is stale`)
  }

  const models = new Map()
  for (const row of ownRows) {
    if (row.type === TRUCK && !kept.has(row.model)) continue
    if (dropped.has(row.model) || NOISE.test(row.model)) continue
    if (make === 'Ford' && FORD_TRUCK.test(row.model)) continue
    const first = Math.max(row.from, DATA_FIRST_YEAR)
    addYears(
      models,
      renamed.get(row.model) ?? row.model,
      first,
      Math.min(row.to ?? LAST_YEAR, LAST_YEAR),
    )
  }
  for (const [model, ranges] of years) {
    models.delete(model)
    for (const [first, last] of ranges) addYears(models, model, first, last)
  }
  for (const fact of entries(CLASSIC_MODELS[make] ?? '')) {
    const [model, ranges] = parseFact(fact)
    for (const [first, last] of ranges) addYears(models, model, first, last)
  }
  return models
}

function parseCorrections(text) {
  const corrections = { kept: new Set(), dropped: new Set(), renamed: new Map(), years: new Map() }
  for (const entry of entries(text)) {
    if (entry.startsWith('+')) corrections.kept.add(entry.slice(1))
    else if (entry.startsWith('-')) corrections.dropped.add(entry.slice(1))
    else if (entry.includes(' > ')) corrections.renamed.set(...entry.split(' > '))
    else corrections.years.set(...parseFact(entry))
  }
  return corrections
}

function entries(text) {
  return text
    .split(';')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

function parseFact(fact) {
  const [, model, ranges] = /^(.+) ([\d,-]+)$/.exec(fact) ?? []
  if (!model) throw new Error(`"${fact}" is not a model and its years`)
  return [
    model,
    ranges.split(',').map((range) => {
      const [first, last = first] = range.split('-')
      const span = [Number(first), last === '' ? LAST_YEAR : Number(last)]
      const isSane = span[0] >= 1970 && span[0] <= span[1] && span[1] <= LAST_YEAR
      if (!isSane) throw new Error(`"${fact}" has impossible years`)
      return span
    }),
  ]
}

function addYears(models, model, first, last) {
  const years = models.get(model) ?? new Set()
  for (let year = first; year <= last; year++) years.add(year)
  if (years.size > 0) models.set(model, years)
}

/** The format that modelsFor in shared/vehicles/vehicle.ts reads: "A3 06-13,15-20;A4 96-25". */
function pack(models) {
  return [...models.keys()]
    .sort(byName)
    .map((model) => `${model} ${packYears(models.get(model))}`)
    .join(';')
}

function packYears(years) {
  const short = (year) => String(year % 100).padStart(2, '0')
  return [...years]
    .sort((a, b) => a - b)
    .filter((year) => !years.has(year - 1))
    .map((first) => {
      let last = first
      while (years.has(last + 1)) last++
      return first === last ? short(first) : `${short(first)}-${short(last)}`
    })
    .join(',')
}

function report(data, modelsByMake) {
  const samples = [
    ['Audi', 2008],
    ['Toyota', 2005],
    ['Ford', 2025],
    ['Chevrolet', 1972],
  ]
  for (const [make, year] of samples) {
    const models = [...modelsByMake.get(make)].filter(([, years]) => years.has(year))
    const names = models.map(([model]) => model).sort(byName)
    console.log(`${make} ${year}: ${names.join(', ')}`)
  }
  const raw = readFileSync(OUTPUT)
  const models = Object.values(data).reduce((sum, packed) => sum + packed.split(';').length, 0)
  console.log(
    `${Object.keys(data).length} makes, ${models} models, ${raw.length} bytes, ` +
      `${brotliCompressSync(raw).length} bytes as brotli`,
  )
}
