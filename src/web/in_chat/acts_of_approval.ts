/** App tools that decide for others: in a chat host only by a click, and only on the web if hosts may not approve. */
export const actsOfApproval: readonly string[] = [
  'ui_verify',
  'ui_invite',
  'ui_answer_request',
  'ui_set_role',
  'ui_update_hub',
  'ui_set_visibility',
  'ui_review_result',
  'ui_answer_edit',
  'ui_answer_decision',
  'ui_edit_post',
  'ui_delete_post',
]
