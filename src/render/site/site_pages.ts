import { agents } from './agents.ts'
import { howItWorks } from './how_it_works.ts'
import { privacy } from './privacy.ts'
import { questions } from './questions.ts'
import type { SitePage } from './site_page.ts'
import { support } from './support.ts'
import { terms } from './terms.ts'

/** The prose pages, in the order of their links. */
export const sitePages: readonly SitePage[] = [howItWorks, questions, agents, privacy, terms, support]
