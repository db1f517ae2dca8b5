import { randomUUID } from 'node:crypto'
import type { PageAsked } from '../../../render/page_arguments.ts'
import { assets } from '../../assets.ts'
import type { ViewParts } from './served_page.ts'

/** The arguments of every page, whoever asks for it. */
export const pageAsked = ({ config, clock }: Pick<ViewParts, 'config' | 'clock'>): PageAsked => ({
  assets,
  origin: config.baseUrl,
  now: clock.now(),
  key: randomUUID,
})
