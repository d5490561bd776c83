import { describeSeeds } from './describeSeeds.ts'

describeSeeds(3, 4)
