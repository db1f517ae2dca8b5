import { invalid, type Refusal } from '../../src/rules/errors.ts'

export const noSuchSection = (): Refusal =>
  invalid('unknown_section', 'This pad has no such section. open_pad with outline lists those it has.')
