import { describeSeeds } from './describeSeeds.ts'

describeSeeds(2, 4)
