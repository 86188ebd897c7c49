import { useState } from 'preact/hooks'
import { AccessPackageDocument, DataSubjectRequestAction, type RequestWholeFragment } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useBusy } from '../components/action-button.tsx'
import { saveJson } from '../components/save-file.ts'
import { faultText, label, t } from '../i18n/language.ts'
import {
  CompleteForm,
  DecideForm,
  EndGraceForm,
  ExtendForm,
  IdentityForm,
  UndoForm,
  UpdateForm,
} from './request-action-forms.tsx'

const FORMS = {
  UPDATE: UpdateForm,
  VERIFY_IDENTITY: IdentityForm,
  DECIDE: DecideForm,
  EXTEND: ExtendForm,
  COMPLETE: CompleteForm,
  UNDO: UndoForm,
  END_GRACE: EndGraceForm,
}

/** The actions that a request needs, in their order. The first possible one is the primary one. */
const PATH: readonly DataSubjectRequestAction[] = ['VERIFY_IDENTITY', 'DECIDE', 'COMPLETE']

type FormAction = keyof typeof FORMS
const hasForm = (action: DataSubjectRequestAction): action is FormAction => Object.hasOwn(FORMS, action)

/** The possible actions on a request. The reason is next to a disabled action. */
export function RequestActions({ request }: { request: RequestWholeFragment }) {
  const { isBusy, run } = useBusy()
  const [opened, open] = useState<FormAction>()
  const Opened = opened && FORMS[opened]
  const exportPackage = async () => {
    const answer = await session.request(AccessPackageDocument, { id: request.id })
    saveJson(`access-package-${request.id}.json`, answer.package)
  }
  const shown = request.actions.filter(({ action }) => action !== DataSubjectRequestAction.REVIEW)
  const next = PATH.find((action) => shown.some((each) => each.action === action && each.allowed))
  if (shown.length === 0) return null
  return (
    <section class="steps" aria-label={t('steps.title')}>
      <div class="actions">
        {shown.map(({ action, allowed }) => (
          <button
            key={action}
            type="button"
            class={action === next ? 'primary' : ''}
            aria-disabled={isBusy}
            disabled={!allowed}
            onClick={() => (hasForm(action) ? open(action) : run(exportPackage))}
          >
            {label(action)}
          </button>
        ))}
      </div>
      {shown.map(
        ({ action, reason, cause }) =>
          reason && (
            <p key={action} class="quiet">
              {t('privacy:refused', { action: label(action), reason: faultText(reason, cause) })}
            </p>
          ),
      )}
      {Opened && <Opened request={request} action={DataSubjectRequestAction[opened]} onClose={() => open(undefined)} />}
    </section>
  )
}
