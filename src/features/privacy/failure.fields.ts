import { declareFields } from '../../graphql/row-fields.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { failureCauseIn } from './failure.ts'
import { DataSubjectRequest } from './requests/request.entity.ts'

declareFields(DataSubjectRequest, ({ computed, own }) => ({
  failureCause: computed(
    () => JSONObject,
    { failure: own('failure') },
    ({ failure }) => failureCauseIn(failure),
    {
      nullable: true,
      graphqlOnly: true,
      description:
        'Cause of `failure`: `code`, for example COMPLETION_UNDONE, and the values of the text by name. Null if it has no code.',
    },
  ),
}))
