import { searchSvc } from '../find/search_svc.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiExplore = appTool({
  name: 'ui_explore',
  title: 'Explore',
  core: searchSvc,
  input: fieldsOf(searchSvc, 'lane', 'cursor'),
  as: ({ lane = 'new', ...more }) => ({ lane, ...more }),
})
