export { isFirstForm } from '../../sql/claims/page_form.ts'
