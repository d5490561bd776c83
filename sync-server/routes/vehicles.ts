import Router from '@koa/router'

import { parseYear } from '#shared/vehicles/makes.ts'
import { Problem } from '#shared/problem.ts'
import { createVehicleModels, type VehicleModelsDeps } from '../shops/vehicleModels.ts'

const A_DAY_S = 24 * 3_600

/** Vehicle lookups: public, and the same for everybody. */
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
    // Fresh for a day, stale for six more if the server is unreachable.
    ctx.set(
      'Cache-Control',
      `public, max-age=${A_DAY_S}, stale-while-revalidate=${6 * A_DAY_S}, stale-if-error=${6 * A_DAY_S}`,
    )
    ctx.body = { models }
  })

  return router
}
