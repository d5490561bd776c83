import { describeSeeds } from './describeSeeds.ts'

describeSeeds(4, 4)
