import { describeSeeds } from './describeSeeds.ts'

describeSeeds(1, 4)
