export { isFirstForm } from '../../sql/outside_actors/records/page_form.ts'
