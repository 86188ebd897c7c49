import { useState } from 'preact/hooks'
import { type CrossBorderTransferInput, TransferGround } from '../api/generated.ts'
import { textOf } from '../components/entered.ts'
import { SelectField, TextField } from '../components/fields.tsx'
import type { FieldRow } from '../components/record-fields.tsx'
import { fieldName, label, t } from '../i18n/language.ts'

type Transfers = CrossBorderTransferInput[]

const GROUNDS = Object.values(TransferGround)

/** Transfers out of South Africa, with a group of fields for each. */
function TransferFields({ name, value }: { name: string; value: Transfers | null | undefined }) {
  const [number, setNumber] = useState(value?.length ?? 0)
  return (
    <fieldset>
      <legend>{fieldName('transfers')}</legend>
      {Array.from({ length: number }, (_, index) => (
        // A group has no identity but its place.
        <div key={`${name} ${index}`} class="pair">
          <TextField name={`${name}.${index}.country`} label={fieldName('country')} value={value?.[index]?.country} />
          <TextField
            name={`${name}.${index}.recipient`}
            label={fieldName('recipient')}
            value={value?.[index]?.recipient}
          />
          <SelectField
            name={`${name}.${index}.ground`}
            label={fieldName('ground')}
            none={t('form.choose')}
            choices={GROUNDS.map((ground) => ({ value: ground, label: label(ground) }))}
            value={value?.[index]?.ground}
          />
        </div>
      ))}
      <div class="actions">
        <button type="button" onClick={() => setNumber(number + 1)}>
          {t('privacy:processing.addTransfer')}
        </button>
      </div>
    </fieldset>
  )
}

/** A group without a country is left out. */
function transfersIn(entered: FormData, name: string): Transfers {
  const countries = [...entered.keys()].filter((key) => key.startsWith(`${name}.`) && key.endsWith('.country'))
  return countries.flatMap((key) => {
    const of = (field: string) => textOf(entered, key.replace(/country$/, field))
    const country = of('country')
    const ground = GROUNDS.find((each) => each === of('ground')) ?? TransferGround.ADEQUATE_PROTECTION
    return country ? [{ country, recipient: of('recipient') ?? '', ground }] : []
  })
}

export const transfers: FieldRow<Transfers> = {
  control: ({ name, value }) => <TransferFields name={name} value={value} />,
  read: transfersIn,
  show: (value) =>
    value.map(({ country, recipient, ground }) => `${country}, ${recipient} (${label(ground)})`).join('; '),
}
