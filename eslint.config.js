import graphql from '@graphql-eslint/eslint-plugin'

/**
 * Enums whose values are names of others: BCP 47 has languages in lower case, tokens carry roles so, and the REST API has
 * shown the others so before they were enums.
 */
const CODES = '/^(Language|MailLanguage|Role|TeamRole|BillingMeasure|IntegrationName|InvitationAction)$/'

/** Lints the schema as it is published; Biome lints the code. Exceptions stand here, each with its reason. */
export default [
  {
    files: ['schema/schema.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: 'schema/schema.graphql' } } },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      ...graphql.configs['flat/schema-relay'].rules,
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
          DirectiveDefinition: true,
        },
      ],
      '@graphql-eslint/naming-convention': [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          InputValueDefinition: 'camelCase',
          Argument: 'camelCase',
          DirectiveDefinition: 'camelCase',
          [`EnumTypeDefinition[name.value!=${CODES}] > EnumValueDefinition`]: 'UPPER_CASE',
        },
      ],
      // A list of values, such as texts or figures, is no list to page through; and `nodes` of a connection is a list too.
      '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false }],
      // Figures, reports and parts of a record have no identity of their own.
      '@graphql-eslint/strict-id-in-types': 'off',
    },
  },
]
