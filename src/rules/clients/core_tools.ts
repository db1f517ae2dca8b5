/** Tools that `/mcp?tools=core` lists: a first set for new users. */
export const coreTools = [
  'show_svc',
  'search_svc',
  'open_hub',
  'join_hub',
  'open_thread',
  'open_pad',
  'post_reply',
  'edit_pad',
  'update_task',
  'submit_result',
] as const
