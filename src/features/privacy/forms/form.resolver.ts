import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { refusal } from '../../../common/errors.ts'
import { Audit, Cost, Fails, Permit } from '../../../engine/declare/declarations.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { findRow } from '../../../engine/execute/find-row.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields } from '../../../graphql/fields.ts'
import { ContactBasis, ContactBasisKind } from '../contacts/contact-basis.entity.ts'
import { informationOfficer } from '../information-officer.ts'
import { DataSubjectRequest, RequestType } from '../requests/request.entity.ts'
import { RESOURCE_NAME } from '../requests/request.rules.ts'
import { consentForm, correctionForm, objectionForm } from './form.content.ts'
import { drawForm, type FilledForm } from './form.layout.ts'

export const PrivacyFormKind = describeNames('PrivacyFormKind', 'Form of the POPIA regulations of 2018.', {
  FORM_1: 'Form 1: request of the type OBJECTION.',
  FORM_2: 'Form 2: request of the type CORRECTION or DELETION.',
  FORM_4: 'Form 4: request for consent (`recordConsentApproach`).',
})
export type PrivacyFormKind = keyof typeof PrivacyFormKind

@Output('PDF document.')
export class PdfDocument extends fields({
  filename: field(String, 'Suggested file name.'),
  mediaType: field(String, 'Media type: application/pdf.'),
  content: field(String, 'Content in base64.'),
}) {}

/** The request types that a form applies to. */
const TYPES: Partial<Record<PrivacyFormKind, readonly RequestType[]>> = {
  [PrivacyFormKind.FORM_1]: [RequestType.OBJECTION],
  [PrivacyFormKind.FORM_2]: [RequestType.CORRECTION, RequestType.DELETION],
}

/** @throws NOT_FOUND; CONFLICT for a record that the form does not apply to */
async function filled(ctx: Context, form: PrivacyFormKind, id: string): Promise<FilledForm> {
  const officer = await informationOfficer(ctx)
  const types = TYPES[form]
  if (!types) {
    const approach = await findRow(ctx, ContactBasis, id, 'Approach')
    if (approach.kind !== ContactBasisKind.ONCE_ONLY_APPROACH) throw refusal('CONFLICT', 'FORM_NOT_FOR_CUSTOMERS')
    return consentForm(approach, officer)
  }
  const request = await findRow(ctx, DataSubjectRequest, id, RESOURCE_NAME)
  if (!types.includes(request.type)) throw refusal('CONFLICT', 'FORM_OF_OTHER_TYPE', { form, types })
  return form === PrivacyFormKind.FORM_1 ? objectionForm(request, officer) : correctionForm(request, officer)
}

@Resolver()
export class FormResolver {
  @Query(() => PdfDocument, {
    description:
      'A form of the regulations, filled in from the record, as PDF. CONFLICT for a record that the form does not apply to.',
  })
  @Permit('org:privacy:read')
  @Audit('PRIVACY_FORM', 'EXPORTED')
  @Cost(5_000)
  @Fails('CONFLICT')
  async privacyForm(
    @Arg('form', () => PrivacyFormKind, { description: 'Form to fill in.' }) form: PrivacyFormKind,
    @Arg('id', () => ID, { description: 'Id of the request. For FORM_4: id of the request for consent.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<PdfDocument> {
    const content = await drawForm(ctx.service('threads'), await filled(ctx, form, id))
    const filename = `${form.toLowerCase().replace('_', '-')}-${id}.pdf`
    return { filename, mediaType: 'application/pdf', content }
  }
}
