/** What the acts of the story hand to one another. */
import type { Device } from '../device.ts'
import type { TestServer } from '../server.ts'
import type { Person } from './api.ts'
import type { Checks } from './checks.ts'
import type { Row } from './compare.ts'
import type { DeviceData } from './deviceData.ts'

export interface Stage {
  server: TestServer
  checks: Checks
  openBrowser(name: string): Promise<Device>
  plant: string
  say(line: string): void
  oldDist: string
  newDist: string
  /** The old server with today's app. */
  mixedDist: string
}

/** A browser that is away while the server changes. */
export interface Away {
  device: Device
  owner: Person
  /** All that its owner had on the server before it lost the signal. */
  rows: Row[]
  data: DeviceData
  /** Builds that were made while it was away; the last one of maria's is saved. */
  made: string[]
}
