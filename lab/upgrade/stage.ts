/** State that the acts of the story hand to one another. */
import type { Device } from '../../e2e/device.ts'
import type { TestServer } from '../../e2e/server.ts'
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

/** A browser that is offline while the server is updated. */
export interface Away {
  device: Device
  owner: Person
  /** The owner's rows on the server before the browser went offline. */
  rows: Row[]
  data: DeviceData
  /** Builds made offline; maria's last one is saved. */
  made: string[]
}
