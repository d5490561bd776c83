/** Where a step happens, and what steps have in common. */
import type { SimulatedDevice, Tab, World } from './world.ts'

export interface Scene {
  world: World
  device: SimulatedDevice
  tab: Tab
}

export type Step = (scene: Scene) => Promise<void> | void

export type Steps = readonly (readonly [weight: number, step: Step])[]

/** A new value that is recognised wherever it turns up. */
export const textOf = (world: World): string => `t${world.ledger.draw()}.`

/** A kit that the window can show, null where there is none. */
export function kitIn({ world, device, tab }: Scene): string | null {
  const kits = device.kitsOf(tab)
  return kits.length > 0 ? world.pick(kits) : null
}

/** Does one of the steps, drawn by weight, in any window. @returns its name */
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
