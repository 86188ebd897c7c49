interface Named {
  id: string
  name: string
}

/** Records to choose from. The one that is chosen is offered even where it is not among those that were read. */
export function choicesWith(records: readonly Named[], chosen: Named | undefined) {
  const isMissing = chosen !== undefined && !records.some(({ id }) => id === chosen.id)
  return [...(isMissing ? [chosen] : []), ...records].map(({ id, name }) => ({ value: id, label: name }))
}
