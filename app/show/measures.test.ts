import { expect, test } from 'vitest'

import { usualMeasures } from './measures.ts'

test.each([
  ['en-US', 'mi', 'lb-ft', 'US qt'],
  ['en', 'mi', 'lb-ft', 'US qt'],
  ['en-GB', 'mi', 'Nm', 'L'],
  ['de-DE', 'km', 'Nm', 'L'],
  ['de', 'km', 'Nm', 'L'],
  ['fr-CA', 'km', 'Nm', 'L'],
  ['es-419', 'km', 'Nm', 'L'],
  ['', 'km', 'Nm', 'L'],
  ['not a language', 'km', 'Nm', 'L'],
])('a browser of "%s" measures in %s, %s and %s', (language, distance, torque, volume) => {
  expect(usualMeasures(language)).toEqual({ distance, torque, volume })
})
