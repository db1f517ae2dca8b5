import type { PadPage } from '../records/pad/pad_page.ts'

/** What marks a section today says nothing about an earlier version. */
export const padAsItStood = (now: PadPage): PadPage => ({
  ...now,
  status: 'settled',
  sections: now.sections.map(({ suggestions_only: _, changed_since_read: __, ...section }) => ({
    ...section,
    status: 'settled' as const,
    open_threads: 0,
  })),
  talk: [],
  suggestions: [],
  threads: [],
  decisions: [],
})
