/** What only the deep model does, the newest: its seeds are no fixtures of an older one. */
import type { Steps } from './scene.ts'
import type { Weather } from './weather.ts'
import type { World } from './world.ts'

import { takeOneOf } from './scene.ts'

interface InWeather {
  weather: Weather
}

const STEPS: Steps<InWeather> = []

/** Does one thing of the deep model. @returns its name */
export const takeDeepStep = (world: World, weather: Weather): Promise<string> =>
  takeOneOf(STEPS, world, { weather })
