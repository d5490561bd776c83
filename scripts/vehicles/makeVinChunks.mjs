// Makes app/public/vin/*.json and shared/vehicles/vinMakes.json: what the VINs of each make say. The format is
// described and read in shared/vehicles/vin.ts. makeVehicleData.mjs runs it.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { ALL_MAKES, modelName } from './makeVehicleModels.mjs'
import { MODEL, nameInVpic, readAll } from './vpic.mjs'

const FOLDER = fileURLToPath(new URL('../../app/public/vin/', import.meta.url))
const INDEX = fileURLToPath(new URL('../../shared/vehicles/vinMakes.json', import.meta.url))

// vPIC's numbers of elements, and the letter each has in our files. Small letters stand for what the
// VIN says itself, capital ones for what follows from the engine that it names.
const FIELDS = { 28: 'm', 34: 's', 38: 't', 5: 'b', 9: 'c', 13: 'd', 64: 'g', 15: 'r' }
const ENGINE_MODEL = 18
const ENGINE_FIELDS = { 9: 'C', 13: 'D', 64: 'G', 71: 'H' }
const SCION = /^Scion /
// Their names in the list of models say more than a VIN does: decodeVin.ts completes them.
const PICKUPS = /^(Sierra|Silverado)( HD)?$/

/** Writes the files. @param database vPIC, opened by vpic.mjs */
export function makeVinChunks(database) {
  const source = readSource(database)
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const makes = []
  for (const make of ALL_MAKES) {
    const chunk = chunkOf(make, source)
    if (Object.keys(chunk.w).length === 0) continue
    const text = JSON.stringify(chunk) + '\n'
    const file = make.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    writeFileSync(`${FOLDER}${file}.json`, text)
    makes.push({ make, file, wmis: Object.keys(chunk.w), bytes: brotliCompressSync(text).length })
    source.hash.update(text)
  }
  writeFileSync(INDEX, JSON.stringify(indexOf(makes, source), null, 1) + '\n')
  const bytes = makes.reduce((sum, make) => sum + make.bytes, 0)
  const largest = makes.toSorted((a, b) => b.bytes - a.bytes)[0]
  console.log(
    `${readdirSync(FOLDER).length} files of VINs, ${bytes} bytes as brotli; ` +
      `the largest: ${largest.make}, ${largest.bytes}`,
  )
}

function indexOf(makes, { hash }) {
  const wmis = {}
  for (const [at, { wmis: own }] of makes.entries()) {
    for (const wmi of own) wmis[wmi] = wmi in wmis ? `${wmis[wmi]},${at}` : `${at}`
  }
  return {
    version: hash.digest('hex').slice(0, 8),
    makes: makes.map(({ make, file, bytes }) => [make, file, bytes]),
    wmis: Object.fromEntries(Object.entries(wmis).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function readSource(database) {
  const all = (query) => readAll(database, query)
  const names = (table) => new Map(all(`select Id, Name from ${table}`))
  const elements = [...Object.keys(FIELDS), ENGINE_MODEL].join()
  return {
    hash: createHash('sha256'),
    spans: all(`select wmi.Id, wmi.Wmi, span.VinSchemaId, span.YearFrom, span.YearTo
      from Wmi_VinSchema span join Wmi wmi on wmi.Id = span.WmiId
      where wmi.VehicleTypeId in (2, 3, 7, 10)`),
    makesOfWmi: groups(
      all(`select link.WmiId, make.Name
      from Wmi_Make link join Make make on make.Id = link.MakeId`),
    ),
    makesOfModel: groups(
      all(`select link.ModelId, make.Name
      from Make_Model link join Make make on make.Id = link.MakeId`),
    ),
    models: names('Model'),
    tables: { b: names('BodyStyle'), g: names('EngineConfiguration'), r: names('DriveType') },
    patterns: groups(
      all(`select VinSchemaId, Keys, ElementId, AttributeId from Pattern
        where ElementId in (${elements})`),
    ),
    engines: groups(
      all(`select EngineModelId, ElementId, AttributeId from EngineModelPattern
        where ElementId in (${Object.keys(ENGINE_FIELDS).join()})`),
    ),
  }
}

/** Map(first value -> list of the rest: a single value, or a row). */
function groups(rows) {
  const byFirst = new Map()
  for (const [first, ...rest] of rows) {
    const group = byFirst.get(first) ?? byFirst.set(first, []).get(first)
    group.push(rest.length === 1 ? rest[0] : rest)
  }
  return byFirst
}

function chunkOf(make, source) {
  const values = new Numbered()
  const schemas = new Numbered()
  const w = {}
  for (const [schema, spans] of schemasOf(make, source)) {
    const text = schemaText(make, source.patterns.get(schema) ?? [], source, values)
    if (text === null) continue
    for (const [wmi, from, to] of spans) {
      const entry = `${schemas.at(text)}:${from}-${to ?? ''}`
      w[wmi] = wmi in w ? `${w[wmi]},${entry}` : entry
    }
  }
  return { v: values.list, s: schemas.list, w }
}

/** Map(schema -> [WMI, first year, last year]) for the WMIs that may carry the make. */
function schemasOf(make, { spans, makesOfWmi }) {
  const vpicMake = make === 'Scion' ? 'Toyota' : nameInVpic(make)
  const bySchema = new Map()
  for (const [wmiId, wmi, schema, from, to] of spans) {
    if (!makesOfWmi.get(wmiId)?.includes(vpicMake)) continue
    bySchema.set(schema, [...(bySchema.get(schema) ?? []), [wmi, from, to]])
  }
  return [...bySchema].sort(([a], [b]) => a - b)
}

/** A schema as text, null when no model of the make is in it. */
function schemaText(make, patterns, source, values) {
  const fields = {}
  const add = (field, keys, value) => {
    if (!/^[A-Z0-9*#|[\]-]+$/.test(keys)) throw new Error(`unknown pattern ${keys}`)
    const keysOf = (fields[field] ??= {})
    const at = values.at(String(value).trim())
    keysOf[at] = [...(keysOf[at] ?? []), keys]
  }
  for (const [keys, element, attribute] of patterns) {
    if (element === MODEL) {
      const model = ownModel(make, Number(attribute), source)
      if (model !== null) add('m', keys, model)
    } else if (element === ENGINE_MODEL) {
      for (const [about, value] of source.engines.get(Number(attribute)) ?? []) {
        const field = ENGINE_FIELDS[about]
        add(field, keys, valueOf(field.toLowerCase(), value, source))
      }
    } else {
      add(FIELDS[element], keys, valueOf(FIELDS[element], attribute, source))
    }
  }
  if (!fields.m) return null
  return Object.keys(fields)
    .sort()
    .map((field) => field + fieldText(fields[field]))
    .join('/')
}

function fieldText(keysOf) {
  return Object.entries(keysOf)
    .map(([at, keys]) => `${at}=${[...new Set(keys)].sort((a, b) => (a < b ? -1 : 1)).join(' ')}`)
    .join(';')
}

function valueOf(field, attribute, { tables }) {
  return tables[field]?.get(Number(attribute)) ?? attribute
}

/** The name of a model, null when it is of another make or left out. */
function ownModel(make, id, { models, makesOfModel }) {
  const name = models.get(id) ?? ''
  if (make === 'Scion') return SCION.test(name) ? name.replace(SCION, '') : null
  if (SCION.test(name) || !makesOfModel.get(id)?.includes(nameInVpic(make))) return null
  return PICKUPS.test(name) ? name : modelName(make, name)
}

/** A list in which each value stands once. */
class Numbered {
  list = []
  #places = new Map()
  at(value) {
    const known = this.#places.get(value)
    if (known !== undefined) return known
    this.#places.set(value, this.list.length)
    return this.list.push(value) - 1
  }
}
