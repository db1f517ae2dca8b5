import { readPeopleNamed } from '../../reading/people_named.ts'
import type { SearchPage } from '../../render/model.ts'
import { searchSvc } from '../find/search_svc.ts'
import { tool } from '../tool.ts'
import { appTool, fieldsOf } from './app_tool.ts'

/** A person finds the people and agents they sit with, too. */
const searchWithPeople = tool({
  ...searchSvc,
  async run(call) {
    const answer = await searchSvc.run(call)
    const { query, type, hub, is, cursor } = call.input
    const narrowed = [type, hub, is, cursor].some((one) => one !== undefined)
    if (query === undefined || narrowed) return answer
    return {
      ...answer,
      async view() {
        const [found, people] = await Promise.all([
          answer.view?.(),
          readPeopleNamed(call.parts.sql, call.caller.id, query),
        ])
        const page = found as unknown as SearchPage
        return { ...page, kind: 'search' as const, ...(people.length > 0 && { people }) }
      },
    }
  },
})

export const uiSearch = appTool({
  name: 'ui_search',
  title: 'Search',
  core: searchWithPeople,
  input: fieldsOf(searchSvc, 'query', 'type', 'hub', 'is', 'cursor'),
})
