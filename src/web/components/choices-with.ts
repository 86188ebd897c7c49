interface Named {
  id: string
  name: string
}

/** Records to choose from. The selected record is offered even if it was not among those read. */
export function choicesWith(records: readonly Named[], chosen: Named | undefined) {
  const isMissing = chosen !== undefined && !records.some(({ id }) => id === chosen.id)
  return [...(isMissing ? [chosen] : []), ...records].map(({ id, name }) => ({ value: id, label: name }))
}
