import {
  type FieldNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getArgumentValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql'
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js'
import { deepFreeze } from '../../common/deep-freeze.ts'
import type { Field, FieldPlan, ObjectPlan, Source, ValuePlan, Variables } from './plan.ts'
import { planRow } from './row-plan.ts'

/** Plans an operation. `variables` must contain the variables of its directives. */
export class Planner {
  readonly #source: Source
  readonly #variables: Variables
  /** The number of planned fields, which is the weight of the plan in the cache. */
  size = 0

  constructor(source: Source, variables: Variables) {
    this.#source = source
    this.#variables = variables
  }

  root(): ObjectPlan {
    const { schema, operation, fragments } = this.#source
    const type = schema.getRootType(operation.operation)
    if (!type)
      throw new GraphQLError(`Schema is not configured to execute ${operation.operation} operation.`, {
        nodes: operation,
      })
    return this.#object(type, collectFields(schema, fragments, this.#variables, type, operation.selectionSet))
  }

  #object(type: GraphQLObjectType, selected: Map<string, readonly FieldNode[]>): ObjectPlan {
    const fields = [...selected].flatMap(([key, nodes]) => this.#field(type, key, nodes) ?? [])
    return { type, fields, row: planRow(type, fields) }
  }

  #field(parentType: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): FieldPlan | undefined {
    const [node] = nodes as [FieldNode]
    const field = this.#definition(parentType, node.name.value)
    if (!field) return undefined
    this.size += 1
    return {
      key,
      parentType,
      field,
      nodes,
      value: this.#value(field.type, nodes),
      argumentsFor: argumentsOf(field, node),
    }
  }

  #definition(parentType: GraphQLObjectType, name: string): Field | undefined {
    if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
    if (parentType === this.#source.schema.getQueryType()) {
      if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
      if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
    }
    return parentType.getFields()[name]
  }

  #value(type: GraphQLOutputType, nodes: readonly FieldNode[]): ValuePlan {
    if (isNonNullType(type)) return { ...this.#value(type.ofType, nodes), isNullable: false }
    if (isListType(type)) return { kind: 'list', isNullable: true, item: this.#value(type.ofType, nodes) }
    if (isLeafType(type)) return { kind: 'leaf', isNullable: true, type }
    if (isAbstractType(type)) return this.#abstract(type, nodes)
    return { kind: 'object', isNullable: true, plan: this.#below(type, nodes) }
  }

  /** The type of each value is known only at execution. */
  #abstract(type: GraphQLAbstractType, nodes: readonly FieldNode[]): ValuePlan {
    const plans = new Map<string, ObjectPlan>()
    const planFor = (runtimeType: GraphQLObjectType) => {
      const plan = plans.get(runtimeType.name) ?? this.#below(runtimeType, nodes)
      plans.set(runtimeType.name, plan)
      return plan
    }
    return { kind: 'abstract', isNullable: true, type, planFor }
  }

  #below(type: GraphQLObjectType, nodes: readonly FieldNode[]): ObjectPlan {
    const { schema, fragments } = this.#source
    return this.#object(type, collectSubfields(schema, fragments, this.#variables, type, nodes))
  }
}

/** Arguments without variables are computed once. */
function argumentsOf(field: Field, node: FieldNode): FieldPlan['argumentsFor'] {
  if (field.args.length === 0) return () => NONE
  let known: Record<string, unknown> | undefined
  const isFixed = !JSON.stringify(node.arguments ?? [], withoutLocation).includes('"kind":"Variable"')
  return (variables) => {
    const values = known ?? getArgumentValues(field, node, variables)
    if (isFixed) known = deepFreeze(values)
    return values
  }
}

const withoutLocation = (key: string, value: unknown) => (key === 'loc' ? undefined : value)

const NONE = Object.freeze({})
