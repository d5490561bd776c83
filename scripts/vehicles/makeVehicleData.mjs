// Makes the vehicle data that is in the repository, from a licensed package's copy of vPIC:
//
//   node scripts/vehicles/makeVehicleData.mjs
//
// shared/vehicles/vehicleModels.json   makes, models and years
// shared/vehicles/vinMakes.json        which make a VIN begins with, and the version of the files below
// app/public/vin/*.json       what the VINs of a make say, one file a make
import { makeModels } from './makeVehicleModels.mjs'
import { makeVinChunks } from './makeVinChunks.mjs'
import { withVpic } from './vpic.mjs'

await withVpic((database) => {
  makeModels(database)
  makeVinChunks(database)
})
