/** Where a step happens, and helpers that steps share. */
import type { SimulatedDevice, Tab, World } from './world.ts'

export interface Scene {
  world: World
  device: SimulatedDevice
  tab: Tab
}

export type Step = (scene: Scene) => Promise<void> | void

export type Steps = readonly (readonly [weight: number, step: Step])[]

/** A new value that is recognized anywhere. */
export const textOf = (world: World): string => `t${world.ledger.draw()}.`

/** A kit the window can show, null for none. */
export function kitIn({ world, device, tab }: Scene): string | null {
  const kits = device.kitsOf(tab)
  return kits.length > 0 ? world.pick(kits) : null
}

/** Takes a step, drawn by weight, in any window. @returns its name */
export async function takeOneOf(steps: Steps, world: World): Promise<string> {
  const device = world.pick(world.devices)
  const scene = { world, device, tab: world.pick(device.tabs) }
  let dice = world.chance() * steps.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, step] of steps) {
    dice -= weight
    if (dice >= 0) continue
    await step(scene)
    return `${device.at} ${step.name}`
  }
  return ''
}
