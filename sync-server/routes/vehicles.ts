import Router from '@koa/router'

import type { VehicleModelsDeps } from '../catalogue/vehicleModels.ts'

import { parseYear } from '#shared/vehicles/makes.ts'
import { Problem } from '#shared/problem.ts'
import { createVehicleModels } from '../catalogue/vehicleModels.ts'

const A_DAY_S = 24 * 3_600

/** What can be looked up of vehicles; everybody may, and what is answered is the same for all. */
export function vehiclesRoutes(deps: VehicleModelsDeps): Router {
  const router = new Router()
  const modelsOf = createVehicleModels(deps)

  router.get('/api/models/:make/:year', async (ctx) => {
    const { make = '', year = '' } = ctx.params
    const read = parseYear(year)
    if ('problem' in read) {
      throw new Problem('bad_year', 422, read.problem, { field: 'year' })
    }
    const models = await modelsOf(make, read.year)
    // Kept for a day, and for six more while the server cannot be reached.
    ctx.set(
      'Cache-Control',
      `public, max-age=${A_DAY_S}, stale-while-revalidate=${6 * A_DAY_S}, stale-if-error=${6 * A_DAY_S}`,
    )
    ctx.body = { models }
  })

  return router
}
