/**
 * One row of the organization by its id, as data. The engine reads all selections on the row in one statement.
 * NOT_FOUND `<resource> not found` for a row that does not exist, is in the trash or belongs to another tenant.
 */
export class Lookup {
  constructor(
    readonly id: string,
    /** The name of the resource in the error. */
    readonly resource: string,
  ) {}
}
