/**
 * Test helper: recorded server answers, shared/recorded/answers.json. A server test checks the file
 * against the server; testApi.ts checks fake answers against the file.
 */
import type { Json } from '#shared/cells/cells.ts'

import answers from '#shared/recorded/answers.json'
import { misfits, shapeOf, type Shape } from '#shared/recorded/testAnswerShape.ts'

type Recorded = typeof answers
export type Route = keyof Recorded

/** Shapes of refusals, on any route. */
const PROBLEM = shapeOf([
  { error: 'A sentence', code: 'a_code' },
  // `second` lists factors; a passkey's options are the browser's.
  { error: 'A sentence', code: 'a_code', second: null },
  { error: 'A sentence', code: 'a_code', second: { codes: true, passkey: null } },
  // A busy server adds the active job.
  { error: 'A sentence', code: 'a_code', field: 'name', job: null },
])

const isRoute = (name: string): name is Route => Object.hasOwn(answers, name)

/** First recorded answer of a route. @param changes fields the test is about */
export function recorded<T extends object>(route: Route, changes?: Partial<T>): T {
  const answer = structuredClone(answers[route][0]) as T
  return changes ? { ...answer, ...changes } : answer
}

const shapes = new Map<Route, Shape>()
const patterns = Object.keys(answers).map((route) => {
  const pattern = route.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')
  return { route: route as Route, pattern: new RegExp(`^${pattern}$`) }
})

/** @param call such as `GET /api/kits/x?live=1`: literal segments win over parameters */
function routeOf(call: string): Route | undefined {
  const [asked = ''] = call.split('?')
  return isRoute(asked) ? asked : patterns.find(({ pattern }) => pattern.test(asked))?.route
}

/** How a fake answer differs from the recorded shape; '' where it does not. */
export function driftOf(call: string, status: number, answer: Json): string {
  const route = routeOf(call)
  if (status < 400 && !route) return ''
  const shape = status < 400 && route ? shapeFor(route) : PROBLEM
  const places = misfits(shapeOf([answer]), shape)
  return places.length > 0 ? `${status} of ${route ?? call}: ${places.join('; ')}` : ''
}

function shapeFor(route: Route): Shape {
  const shape = shapes.get(route) ?? shapeOf(answers[route] as Json[])
  shapes.set(route, shape)
  return shape
}
