import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

import { faults } from './faultsTable.mjs'
import { mutants } from './mutantsTable.mjs'

test.each(mutants.map((mutant) => [mutant.rule, mutant] as const))(
  'the rule that can be taken out stands once in its file: %s',
  (_, { file, text, without, tests = [] }) => {
    expect(readFileSync(file, 'utf8').split(text)).toHaveLength(2)
    expect(without).not.toBe(text)
    expect(tests.filter((name) => !existsSync(name))).toEqual([])
  },
)

test.each(faults.map((fault) => [fault.fault, fault] as const))(
  'the place of a fault that can be planted stands once in its file: %s',
  (_, { file, text, without, tests = [] }) => {
    expect(readFileSync(file, 'utf8').split(text)).toHaveLength(2)
    expect(without).not.toBe(text)
    expect(tests.filter((name) => !existsSync(name))).toEqual([])
    const imported = Array.from(without.matchAll(/import\('([^']+)'\)/g), ([, name = '']) => name)
    expect(imported.filter((name) => !existsSync(join(dirname(file), name)))).toEqual([])
  },
)
