import { searchSvc } from '../find/search_svc.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiSearch = appTool({
  name: 'ui_search',
  title: 'Search',
  core: searchSvc,
  input: fieldsOf(searchSvc, 'query', 'type', 'hub', 'is', 'cursor'),
})
