import { useState } from 'preact/hooks'
import { type CrossBorderTransferInput, TransferGround } from '../api/generated.ts'
import { Controls, choice, type FieldRow, inputIn, text } from '../components/record-fields.tsx'
import { countryName } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'

type Transfers = CrossBorderTransferInput[]

const ROWS = {
  country: text({ isHalf: true, hasNoHint: true }),
  recipient: text({ isHalf: true, hasNoHint: true }),
  ground: choice(TransferGround, { hasNoHint: true }),
}

const prefixOf = (name: string, index: number) => `${name}.${index}.`

/** Transfers out of South Africa, with a group of fields for each. */
function TransferFields({ name, value }: { name: string; value: Transfers | null | undefined }) {
  const [number, setNumber] = useState(value?.length ?? 0)
  return (
    <fieldset>
      <legend>{fieldName('transfers')}</legend>
      {Array.from({ length: number }, (_, index) => (
        // A group has no identity but its place.
        <Controls
          key={prefixOf(name, index)}
          rows={ROWS}
          record={value?.[index] && { ...value[index] }}
          prefix={prefixOf(name, index)}
        />
      ))}
      <div class="actions">
        <button type="button" onClick={() => setNumber(number + 1)}>
          {t('privacy:processing.addTransfer')}
        </button>
      </div>
    </fieldset>
  )
}

type Entered = { [Field in keyof CrossBorderTransferInput]: CrossBorderTransferInput[Field] | null }

/** A group without a country is left out. */
function transfersIn(entered: FormData, name: string): Transfers {
  const groups = [...entered.keys()].filter((key) => key.startsWith(`${name}.`) && key.endsWith('.country'))
  return groups.flatMap((_, index) => {
    const { country, recipient, ground } = inputIn<Entered>(ROWS, entered, undefined, prefixOf(name, index))
    return country
      ? [{ country, recipient: recipient ?? '', ground: ground ?? TransferGround.ADEQUATE_PROTECTION }]
      : []
  })
}

export const transfers: FieldRow<Transfers> = {
  control: ({ name, value }) => <TransferFields name={name} value={value} />,
  read: transfersIn,
  show: (value) =>
    value
      .map(({ country, recipient, ground }) => `${countryName(country)}, ${recipient} (${label(ground)})`)
      .join('; '),
}
