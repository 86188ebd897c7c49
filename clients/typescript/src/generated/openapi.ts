// Generated from schema/openapi.json by "npm run generate".
export interface components {
    schemas: {
        /** @description Key figures of the organization. */
        AnalyticsDashboard: {
            /** @description IANA time zone that decides which day is today. */
            timeZone: string;
            /**
             * Format: date
             * @description Today in that time zone; the last of the 30 days.
             */
            today: string;
            /**
             * Format: int32
             * @description Number of clients.
             */
            clients: number;
            /**
             * Format: int32
             * @description Number of campaigns.
             */
            campaigns: number;
            /** @description Figures of all time. */
            totals: components["schemas"]["Figures"];
            /** @description Figures by status, including those without campaigns. */
            byStatus: components["schemas"]["StatusFigures"][];
            /** @description Figures of the last 30 days, today included. */
            last30Days: components["schemas"]["PeriodFigures"];
            /** @description Figures of the 30 days before. */
            previous30Days: components["schemas"]["PeriodFigures"];
            /** @description Change of the last 30 days against the 30 before. */
            change: components["schemas"]["Change"];
        };
        /**
         * @description Width of a bucket.
         *
         *     DAY: One day.
         *
         *     WEEK: Monday to Sunday (ISO 8601).
         *
         *     MONTH: One calendar month.
         * @enum {string}
         */
        AnalyticsInterval: "DAY" | "WEEK" | "MONTH";
        /** @description Results of a campaign on one day. Absent amounts are 0. */
        AnalyticsRecordInput: {
            /**
             * Format: int32
             * @description Number of records that were created.
             */
            readonly recorded?: number;
            /** @description Ids of the created records, in the order of the list. */
            readonly ids?: string[];
            /** @description Records that were skipped because their key exists. */
            readonly duplicates?: components["schemas"]["DuplicateRecord"][];
            /** @description Records that were created although their figures are suspect. */
            readonly suspect?: components["schemas"]["SuspectRecord"][];
            /** @description Id of a campaign of the organization. */
            campaignId: string;
            /**
             * Format: date
             * @description Day of the results, not in the future.
             */
            day: string;
            /** @description Id of a content item of the campaign, or of a content item without a campaign. */
            contentId?: string | null;
            /** @description Your own key for the record. A record with a key that exists is a duplicate and has no effect. At most 255 characters. */
            key?: string | null;
            /** @description Channel on which the results were achieved. */
            channel?: components["schemas"]["CampaignType"] | null;
            /** @description Number of times the campaign was shown. Default 0. */
            impressions?: number | null;
            /** @description Number of clicks. Default 0. */
            clicks?: number | null;
            /** @description Number of conversions. Default 0. */
            conversions?: number | null;
            /** @description Spend, in cents of the South African rand. Default 0. */
            spendCents?: number | null;
            /** @description Revenue, in cents of the South African rand. Default 0. */
            revenueCents?: number | null;
        };
        /** @description API key, or an OAuth client of the identity provider with the rights of a key. A program that sends the key, or a token of the client, acts for the organization, as the user `key:<id>`. */
        ApiKey: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Name of the key. */
            name: string;
            /** @description First characters of the key, by which a person recognises it. Of an OAuth client: its id. */
            hint: string;
            /** @description Role of the key. */
            role: components["schemas"]["Role"];
            /** @description Permissions that the key has, a subset of its role’s, for example org:clients:read. Null: all permissions of the role. */
            scopes: string[] | null;
            /**
             * Format: date-time
             * @description Time from which the key is refused. Null: it is valid until it is deleted.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, accurate to ten minutes.
             */
            lastUsedAt: string | null;
            /** @description Id of the user who created the key, or rotated it last. */
            createdBy: string;
            /** @description The key itself, to send as a bearer token. Returned once, on creation. Null afterwards, and for an OAuth client. */
            key: string | null;
        };
        /** @description API key to create. */
        ApiKeyInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Name of the key, at most 100 characters. */
            name: string;
            /** @description First characters of the key, by which a person recognises it. Of an OAuth client: its id. */
            readonly hint?: string;
            /** @description Role of the key. It must not be above the caller’s own role. */
            role: components["schemas"]["Role"];
            /** @description Permissions that the key has, a subset of its role’s, for example org:clients:read. Absent: all permissions of the role. VALIDATION_ERROR names each permission that the role lacks. */
            scopes?: ("org:clients:read" | "org:clients:write" | "org:clients:delete" | "org:campaigns:read" | "org:campaigns:write" | "org:campaigns:delete" | "org:campaigns:start" | "org:content:read" | "org:content:write" | "org:content:delete" | "org:content:approve" | "org:analytics:read" | "org:analytics:write" | "org:analytics:delete" | "org:team:read" | "org:team:write" | "org:team:delete" | "org:invitations:read" | "org:invitations:write" | "org:invitations:delete" | "org:privacy:create" | "org:privacy:read" | "org:privacy:write" | "org:privacy:decide" | "org:audit:read" | "org:audit:export" | "org:audit:verify" | "org:provider:read" | "org:provider:write" | "org:provider:delete")[] | null;
            /**
             * Format: date-time
             * @description Time from which the key is refused, in the future. Absent: the key is valid until it is deleted. VALIDATION_ERROR if it is absent or later than `maximumKeyDays` of the security settings allows.
             */
            expiresAt?: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, accurate to ten minutes.
             */
            readonly lastUsedAt?: string | null;
            /** @description Id of the user who created the key, or rotated it last. */
            readonly createdBy?: string;
            /** @description The key itself, to send as a bearer token. Returned once, on creation. Null afterwards, and for an OAuth client. */
            readonly key?: string | null;
        };
        /** @description First break of a chain. */
        AuditBreak: {
            /** @description Sequence number of the first record that does not match. */
            sequence: number;
            /** @description Kind of mismatch. */
            reason: string;
        };
        /** @description Last record of a chain at one time. Store it elsewhere to detect a shortened chain. */
        AuditCheckpoint: {
            /** @description Sequence number of the last record. 0 if there is none. */
            sequence: number;
            /** @description Hash of that record. */
            hash: string;
            /** @description The checkpoint as a signed checkpoint of the Merkle tree, in the format of https://c2sp.org/tlog-checkpoint. Store it elsewhere. Null if the trail does not continue from the last signed checkpoint. */
            note: string | null;
            /** @description Path of the program for Node.js that verifies an export. The page at the same path does so in a browser. */
            verifier: string;
            /** @description Public key of the signature, in the format of https://c2sp.org/signed-note. */
            publicKey: string;
        };
        /** @description Comparison of a checkpoint that the caller kept with the trail. */
        AuditConsistency: {
            /** @description Whether the trail still starts with the records of the checkpoint. */
            consistent: boolean;
            /** @description Number of records that the checkpoint covers. */
            size: number;
            /** @description Consistency proof between the two checkpoints: hashes in base64, in the order of RFC 6962, section 2.1.2. Empty if the checkpoints are not consistent. */
            proof: string[];
            /** @description Current signed checkpoint, which the proof ends at. */
            checkpoint: string | null;
            /** @description Public key of the current checkpoint. */
            publicKey: string;
        };
        /** @description Audit record with the facts that verify the chain. */
        AuditLink: {
            /** @description Position in the chain of the organization, from 1. */
            sequence: number;
            /** @description Unique id of the record (UUID). */
            id: string;
            /** @description `<RESOURCE>_<VERB>`, for example CLIENT_CREATED. */
            action: string;
            /** @description Id of the user who acted. For an API key: `key:<id>`. */
            userId: string;
            /** @description Type of the resource, for example CLIENT. */
            resourceType: string;
            /** @description Id of the resource. Null for lists. */
            resourceId: string | null;
            /**
             * Format: date-time
             * @description Time of the operation.
             */
            timestamp: string;
            /** @description SHA-256, hexadecimal, of `<hash of the previous record, 64 zeros for the first>\n<sequence>\n<facts>`. The facts are the other fields (with organizationId, without sequence and hashes) as canonical JSON (RFC 8785), without null members of the metadata. */
            hash: string;
            /** @description Context of the request, masked and redacted. */
            metadata: components["schemas"]["AuditMetadata"];
            /** @description Hash of the previous record; 64 zeros for the first. */
            previousHash: string;
            /** @description Id of the organization, a part of the hashed facts. */
            organizationId: string;
        };
        /** @description Context of a request, masked and redacted. */
        AuditMetadata: {
            /** @description Details of the operation. Null in records of version 0.2.0, whose hash does not include details. */
            details: components["schemas"]["AuditRecordDetails"] | null;
            /** @description IP address, partly masked. `unknown` if the request had none. */
            ipAddress: string;
            /** @description User agent of the request. `unknown` if the request had none. */
            userAgent: string;
        };
        /**
         * @description Outcome of an operation.
         *
         *     DONE: The operation succeeded.
         *
         *     REFUSED: The operation was not allowed or not possible. `code` gives the reason.
         *
         *     FAILED: The operation failed because of a fault of the service.
         *
         *     REHEARSED: A dry run: the operation ran and was rolled back.
         *
         *     REPLAYED: The stored answer was returned (Idempotency-Key).
         * @enum {string}
         */
        AuditOutcome: "DONE" | "REFUSED" | "FAILED" | "REHEARSED" | "REPLAYED";
        /** @description Audit record of an operation: the action, the user and the time. Append-only, and chained by hashes. */
        AuditRecord: {
            /** @description Position in the chain of the organization, from 1. */
            sequence: number;
            /** @description Unique id of the record (UUID). */
            id: string;
            /** @description `<RESOURCE>_<VERB>`, for example CLIENT_CREATED. */
            action: string;
            /** @description Id of the user who acted. For an API key: `key:<id>`. */
            userId: string;
            /** @description Type of the resource, for example CLIENT. */
            resourceType: string;
            /** @description Id of the resource. Null for lists. */
            resourceId: string | null;
            /**
             * Format: date-time
             * @description Time of the operation.
             */
            timestamp: string;
            /** @description SHA-256, hexadecimal, of `<hash of the previous record, 64 zeros for the first>\n<sequence>\n<facts>`. The facts are the other fields (with organizationId, without sequence and hashes) as canonical JSON (RFC 8785), without null members of the metadata. */
            hash: string;
            /** @description Context of the request, masked and redacted. */
            metadata: components["schemas"]["AuditMetadata"];
        };
        /** @description Details of an operation: names, numbers and opaque ids, never values. Null members are not part of the hash. */
        AuditRecordDetails: {
            /** @description Requested action, if the operation was not done. */
            attempted: string | null;
            /** @description Error code that the caller received. */
            code: string | null;
            /** @description Number of rows. Null if the number is 1. */
            count: number | null;
            /** @description Names of the changed fields. */
            fields: string[] | null;
            /** @description Ids of the rows, if the rows have no audit records of their own. */
            ids: string[] | null;
            /** @description Other resources that were read. */
            includes: string[] | null;
            /** @description Number of earlier refusals of this caller that have no audit record, because there were too many in a minute. */
            omitted: number | null;
            /** @description Outcome of the operation. */
            outcome: components["schemas"]["AuditOutcome"];
        };
        /** @description Result of verifying the chain. */
        AuditVerification: {
            /** @description Whether every checked record follows from the previous one. */
            valid: boolean;
            /** @description Number of checked records. */
            checked: number;
            /** @description First break of the chain. Null if the chain is valid. */
            break: components["schemas"]["AuditBreak"] | null;
            /** @description Value of `after` to continue with. Null unless the chain was too long for one call. */
            next: number | null;
            /** @description Current checkpoint of the chain. */
            checkpoint: components["schemas"]["AuditCheckpoint"];
            /** @description Result for the given checkpoint. Null if none was given. */
            consistency: components["schemas"]["AuditConsistency"] | null;
            /** @description Proof that the requested record is in the tree of a signed checkpoint: a file of https://c2sp.org/tlog-proof. */
            inclusion: string | null;
        };
        /**
         * @description Measure of usage.
         *
         *     clients: Clients of the organization.
         *
         *     campaigns: Campaigns of the organization.
         *
         *     contentItems: Content items of the organization.
         *
         *     analyticsRecords: Analytics records of the organization.
         *
         *     requests: Requests in the period.
         *
         *     webhookDeliveries: Webhook deliveries of the period.
         * @enum {string}
         */
        BillingMeasure: "clients" | "campaigns" | "contentItems" | "analyticsRecords" | "requests" | "webhookDeliveries";
        /** @description Usage of the current month, for information only: nothing is charged. */
        BillingStatement: {
            /**
             * Format: date-time
             * @description Start of this month, South African time.
             */
            periodStart: string;
            /**
             * Format: date-time
             * @description Start of next month, South African time.
             */
            periodEnd: string;
            /** @description Usage by measure. */
            usage: components["schemas"]["BillingUsage"][];
        };
        /** @description Usage of one measure. */
        BillingUsage: {
            /** @description Measure of the usage. */
            measure: components["schemas"]["BillingMeasure"];
            /** @description Number used in the period. */
            used: number;
        };
        /** @description Security compromise: an unauthorised person accessed or acquired personal data (POPIA section 22). */
        Breach: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Title of the breach. */
            title: string;
            /** @description Description of the breach. */
            description: string;
            /** @description Severity of the breach. */
            severity: components["schemas"]["BreachSeverity"];
            /**
             * Format: date-time
             * @description Time of the discovery. The notification periods start here.
             */
            discoveredAt: string;
            /** @description Categories of affected data. */
            dataCategories: string[];
            /** @description Possible consequences for the affected people. */
            consequences: string | null;
            /** @description Measures taken or planned. */
            measures: string | null;
            /** @description Recommended actions for the affected people. */
            recommendations: string | null;
            /** @description Person who may have had access. Null if unknown. */
            unauthorisedPerson: string | null;
            /** @description Id of the user who handles the breach. */
            assignedTo: string | null;
            /** @description Status of the handling. */
            status: components["schemas"]["BreachStatus"];
            /**
             * Format: int32
             * @description Number of affected people. Null if unknown.
             */
            affectedSubjects: number | null;
            /**
             * Format: date-time
             * @description Time at which the breach was contained.
             */
            containedAt: string | null;
            /**
             * Format: date-time
             * @description Time at which the breach was closed.
             */
            closedAt: string | null;
            /** @description Notification of the Information Regulator. */
            regulatorNotification: components["schemas"]["BreachNotification"] | null;
            /** @description Notification of the affected people. */
            subjectsNotification: components["schemas"]["BreachNotification"] | null;
            /** @description Id of the user who reported the breach. */
            createdBy: string;
            /** @description Drafts of both notices, from the current record. */
            noticeDraft: components["schemas"]["BreachNotice"];
        };
        /** @description Breach to report. */
        BreachInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Title of the breach. At most 200 characters. */
            title: string;
            /** @description Description of the breach. At most 10,000 characters. */
            description: string;
            /** @description Severity of the breach. Default HIGH. */
            severity?: components["schemas"]["BreachSeverity"] | null;
            /**
             * Format: date-time
             * @description Time of the discovery, not in the future. A minute ahead counts as now.
             */
            discoveredAt: string;
            /** @description Categories of affected data. At most 50, each of at most 100 characters. */
            dataCategories?: string[] | null;
            /** @description Possible consequences for the affected people. At most 10,000 characters. */
            consequences?: string | null;
            /** @description Measures taken or planned. At most 10,000 characters. */
            measures?: string | null;
            /** @description Recommended actions for the affected people. At most 10,000 characters. */
            recommendations?: string | null;
            /** @description Person who may have had access. Null if unknown. At most 200 characters. */
            unauthorisedPerson?: string | null;
            /** @description Id of the user who handles the breach. */
            assignedTo?: string | null;
            /** @description Status of the handling. */
            readonly status?: components["schemas"]["BreachStatus"];
            /** @description Number of affected people, if known. 0 to 100,000,000. */
            affectedSubjects?: number | null;
            /**
             * Format: date-time
             * @description Time at which the breach was contained.
             */
            readonly containedAt?: string | null;
            /**
             * Format: date-time
             * @description Time at which the breach was closed.
             */
            readonly closedAt?: string | null;
            /** @description Notification of the Information Regulator. */
            readonly regulatorNotification?: components["schemas"]["BreachNotification"] | null;
            /** @description Notification of the affected people. */
            readonly subjectsNotification?: components["schemas"]["BreachNotification"] | null;
            /** @description Id of the user who reported the breach. */
            readonly createdBy?: string;
            /** @description Drafts of both notices, from the current record. */
            readonly noticeDraft?: components["schemas"]["BreachNotice"];
        };
        /** @description Draft notices as required by section 22 of POPIA. A person must check and send them. */
        BreachNotice: {
            /** @description Notice to the Information Regulator. */
            regulator: string;
            /** @description Notice to the affected people. */
            subjects: string;
        };
        /** @description Notification of a breach. Independent of its status. */
        BreachNotification: {
            /**
             * Format: date-time
             * @description Time of the notification.
             */
            notifiedAt: string;
            /** @description Reference of the recipient, for example a case number. */
            reference: string | null;
            /** @description Means of notification, for example e-mail or a public notice. */
            method: string | null;
            /** @description Id of the user who recorded the notification. */
            recordedBy: string;
        };
        /** @description Notification to record. */
        BreachNotificationInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Title of the breach. */
            readonly title?: string;
            /** @description Description of the breach. */
            readonly description?: string;
            /** @description Severity of the breach. */
            readonly severity?: components["schemas"]["BreachSeverity"];
            /**
             * Format: date-time
             * @description Time of the discovery. The notification periods start here.
             */
            readonly discoveredAt?: string;
            /** @description Categories of affected data. */
            readonly dataCategories?: string[];
            /** @description Possible consequences for the affected people. */
            readonly consequences?: string | null;
            /** @description Measures taken or planned. */
            readonly measures?: string | null;
            /** @description Recommended actions for the affected people. */
            readonly recommendations?: string | null;
            /** @description Person who may have had access. Null if unknown. */
            readonly unauthorisedPerson?: string | null;
            /** @description Id of the user who handles the breach. */
            readonly assignedTo?: string | null;
            /** @description Status of the handling. */
            readonly status?: components["schemas"]["BreachStatus"];
            /**
             * Format: int32
             * @description Number of affected people. Null if unknown.
             */
            readonly affectedSubjects?: number | null;
            /**
             * Format: date-time
             * @description Time at which the breach was contained.
             */
            readonly containedAt?: string | null;
            /**
             * Format: date-time
             * @description Time at which the breach was closed.
             */
            readonly closedAt?: string | null;
            /** @description Notification of the Information Regulator. */
            readonly regulatorNotification?: components["schemas"]["BreachNotification"] | null;
            /** @description Notification of the affected people. */
            readonly subjectsNotification?: components["schemas"]["BreachNotification"] | null;
            /** @description Id of the user who reported the breach. */
            readonly createdBy?: string;
            /** @description Drafts of both notices, from the current record. */
            readonly noticeDraft?: components["schemas"]["BreachNotice"];
            /** @description Recipient of the notification. */
            recipient: components["schemas"]["BreachRecipient"];
            /** @description Reference of the recipient, for example a case number. At most 200 characters. */
            reference?: string | null;
            /** @description Means of notification, for example e-mail or a public notice. At most 200 characters. */
            method?: string | null;
            /**
             * Format: date-time
             * @description Time of the notification, not in the future. A minute ahead counts as now. Default: now.
             */
            notifiedAt?: string | null;
        };
        /** @description Changes to a breach. Absent fields stay unchanged. */
        BreachPatch: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Title of the breach. At most 200 characters. */
            title?: string;
            /** @description Description of the breach. At most 10,000 characters. */
            description?: string;
            /** @description Severity of the breach. */
            severity?: components["schemas"]["BreachSeverity"] | null;
            /**
             * Format: date-time
             * @description Time of the discovery. The notification periods start here.
             */
            readonly discoveredAt?: string;
            /** @description Categories of affected data. At most 50, each of at most 100 characters. */
            dataCategories?: string[] | null;
            /** @description Possible consequences for the affected people. At most 10,000 characters. */
            consequences?: string | null;
            /** @description Measures taken or planned. At most 10,000 characters. */
            measures?: string | null;
            /** @description Recommended actions for the affected people. At most 10,000 characters. */
            recommendations?: string | null;
            /** @description Person who may have had access. Null if unknown. At most 200 characters. */
            unauthorisedPerson?: string | null;
            /** @description Id of the user who handles the breach. */
            assignedTo?: string | null;
            /** @description Next status: INVESTIGATING, CONTAINED or CLOSED. */
            status?: components["schemas"]["BreachStatus"];
            /** @description Number of affected people, if known. 0 to 100,000,000. */
            affectedSubjects?: number | null;
            /**
             * Format: date-time
             * @description Time at which the breach was contained.
             */
            readonly containedAt?: string | null;
            /**
             * Format: date-time
             * @description Time at which the breach was closed.
             */
            readonly closedAt?: string | null;
            /** @description Notification of the Information Regulator. */
            readonly regulatorNotification?: components["schemas"]["BreachNotification"] | null;
            /** @description Notification of the affected people. */
            readonly subjectsNotification?: components["schemas"]["BreachNotification"] | null;
            /** @description Id of the user who reported the breach. */
            readonly createdBy?: string;
            /** @description Drafts of both notices, from the current record. */
            readonly noticeDraft?: components["schemas"]["BreachNotice"];
        };
        /**
         * @description Recipient of a breach notification.
         *
         *     REGULATOR: The Information Regulator.
         *
         *     SUBJECTS: The affected people.
         * @enum {string}
         */
        BreachRecipient: "REGULATOR" | "SUBJECTS";
        /**
         * @description Severity of a breach.
         *
         *     LOW: Little risk of harm to anyone.
         *
         *     MEDIUM: Limited risk of harm.
         *
         *     HIGH: Serious risk of harm, or not yet assessed.
         *
         *     CRITICAL: Harm is likely or has occurred.
         * @enum {string}
         */
        BreachSeverity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
        /**
         * @description Status of the handling of a breach.
         *
         *     DISCOVERED: Reported, and not yet investigated.
         *
         *     INVESTIGATING: Under investigation.
         *
         *     CONTAINED: Contained: no further data is exposed.
         *
         *     CLOSED: Handling is complete.
         * @enum {string}
         */
        BreachStatus: "DISCOVERED" | "INVESTIGATING" | "CONTAINED" | "CLOSED";
        /** @description Changes of a bulk operation. */
        BulkChanges: {
            /** @description New status, for STATUS. */
            status?: components["schemas"]["CampaignStatus"] | null;
            /** @description Name of the campaign. At most 200 characters. */
            name?: string;
            /** @description Id of a client of the organization. */
            clientId?: string | null;
            /** @description Type of the campaign. */
            type?: components["schemas"]["CampaignType"];
            /** @description Description of the campaign. At most 10,000 characters. */
            description?: string | null;
            /** @description Channels on which the campaign runs. Several for MULTI_CHANNEL. At most 20. */
            channels?: components["schemas"]["CampaignType"][] | null;
            /** @description Budget in cents of the South African rand. */
            budgetCents?: number | null;
            /**
             * Format: date-time
             * @description Start time. Required for SCHEDULED.
             */
            startsAt?: string | null;
            /**
             * Format: date-time
             * @description End time, after `startsAt`. Must be in the future if the campaign starts.
             */
            endsAt?: string | null;
        };
        /** @description Failed item of a bulk operation. */
        BulkFailure: {
            /**
             * Format: int32
             * @description Position of the item in `ids`, or among the campaigns that match the filter, from 0.
             */
            index: number;
            /** @description Id of the campaign. */
            id: string;
            /** @description Error code, for example NOT_FOUND. */
            code: string;
            /** @description Error message. */
            message: string;
        };
        /** @description Operation on several campaigns, selected by ids, by a filter, or all of them. */
        BulkInput: {
            /** @description Ids of the changed campaigns. For DUPLICATE: ids of the copies. */
            readonly succeeded?: string[];
            /** @description Operation to apply. */
            operation: components["schemas"]["BulkOperation"];
            /** @description Ids of the campaigns, at most 1000. Give exactly one of `ids`, `filter` and `all`. */
            ids?: string[] | null;
            /** @description Conditions that select the campaigns, at most 1000 campaigns. At least one condition is required, and none may be null or empty. */
            filter?: components["schemas"]["CampaignFilter"] | null;
            /** @description true selects every campaign of the organization, at most 1000. */
            all?: boolean | null;
            /** @description Number of campaigns that the caller expects to match. CONFLICT if another number matches. 0 to 1,000. */
            expectedCount?: number | null;
            /** @description Changes to apply. For UPDATE: fields other than `status`. For STATUS: only `status`. Absent for other operations. */
            changes?: components["schemas"]["BulkChanges"] | null;
            /** @description true reports the effects without changing anything. Default false. */
            dryRun?: boolean | null;
        } & (((unknown | {
            filter: {
                [key: string]: unknown;
            };
        }) & unknown & unknown & unknown) & ({
            ids: unknown;
        } | {
            filter: unknown;
        } | {
            /** @constant */
            all: true;
        }));
        /**
         * @description Operation on several campaigns.
         *
         *     UPDATE: Changes the fields that `changes` names.
         *
         *     STATUS: Changes the status to `changes.status`.
         *
         *     DUPLICATE: Copies each campaign as a DRAFT.
         *
         *     DELETE: Deletes each campaign.
         * @enum {string}
         */
        BulkOperation: "UPDATE" | "STATUS" | "DUPLICATE" | "DELETE";
        /** @description Marketing campaign, for one client or for no client. */
        Campaign: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Name of the campaign. */
            name: string;
            /** @description Id of the client. Null if there is none, or if the client was deleted. */
            clientId: string | null;
            /** @description Type of the campaign. */
            type: components["schemas"]["CampaignType"];
            /** @description Description of the campaign. */
            description: string | null;
            /** @description Channels on which the campaign runs. Several for MULTI_CHANNEL. */
            channels: components["schemas"]["CampaignType"][];
            /** @description Budget in cents of the South African rand. */
            budgetCents: number | null;
            /**
             * Format: date-time
             * @description Start time. A SCHEDULED campaign becomes ACTIVE then.
             */
            startsAt: string | null;
            /**
             * Format: date-time
             * @description End time. An ACTIVE or PAUSED campaign becomes COMPLETED then. A campaign that is still PENDING_APPROVAL or SCHEDULED becomes FAILED.
             */
            endsAt: string | null;
            /** @description Lifecycle status of the campaign. */
            status: components["schemas"]["CampaignStatus"];
            /** @description Reason why the service changed the status to FAILED or PAUSED. Null otherwise. */
            failureReason: string | null;
            /** @description Id of the author. Someone else must approve the campaign. */
            createdBy: string;
            /** @description Name of the client, or `No Client`. */
            clientName: string;
            /** @description Sector derived from the client’s type: GOVERNMENT for MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT and STATE_OWNED_ENTITY, otherwise BUSINESS. The client’s recorded sector is `client { sector }`. */
            clientSector: components["schemas"]["Sector"] | null;
            /**
             * Format: int32
             * @description Number of content items of the campaign.
             */
            contentCount: number;
            /**
             * Format: int32
             * @description Number of analytics records of the campaign.
             */
            analyticsCount: number;
            /** @description Total spend of the campaign’s analytics records, in cents of the South African rand. */
            spentCents: number;
            /** @description Spent fraction of the budget: 0.8 means 80 %. Above 1 if the budget is exceeded. Null without a budget, or with a budget of 0. Reaching 80 % and 100 % sends an event CAMPAIGN_BUDGET_REACHED and a notification, once per budget. */
            budgetUsed: number | null;
        };
        /** @description Figures of one campaign. */
        CampaignAnalytics: {
            /** @description Id of the campaign. */
            id: string;
            /**
             * Format: date
             * @description First day of the period.
             */
            from: string;
            /**
             * Format: date
             * @description Last day of the period, included.
             */
            to: string;
            /** @description Figures of all time. */
            totals: components["schemas"]["Figures"];
            /** @description From `from` to `to`. */
            period: components["schemas"]["PeriodFigures"];
            /** @description Figures by day from `from` to `to`, oldest first. Days without records are left out. */
            days: components["schemas"]["DayFigures"][];
        };
        /** @description Figures of one campaign. */
        CampaignFigures: {
            /** @description Number of analytics records. */
            records: number;
            /** @description Number of impressions. */
            impressions: number;
            /** @description Number of clicks. */
            clicks: number;
            /** @description Number of conversions. */
            conversions: number;
            /** @description Spend, in cents of the South African rand. */
            spendCents: number;
            /** @description Revenue, in cents of the South African rand. */
            revenueCents: number;
            /** @description Click-through rate: clicks per impression. 0.02 means 2 %. */
            ctr: number | null;
            /** @description Conversions per click. 0.02 means 2 %. */
            conversionRate: number | null;
            /** @description Cost per click: spend per click, in cents. */
            cpcCents: number | null;
            /** @description Cost per acquisition: spend per conversion, in cents. */
            cpaCents: number | null;
            /** @description Return on investment: (revenue − spend) / spend. 0.5 means 50 %. Negative for a loss. */
            roi: number | null;
            /** @description Id of the campaign. */
            campaignId: string;
            /** @description Name of the campaign. */
            name: string;
            /** @description Type of the campaign. */
            type: components["schemas"]["CampaignType"];
            /** @description Status of the campaign. */
            status: components["schemas"]["CampaignStatus"];
            /** @description Name of the client, or `No Client`. */
            clientName: string;
            /** @description Sector derived from the client’s type, as in `Campaign.clientSector`. */
            clientSector: components["schemas"]["Sector"] | null;
        };
        /** @description Filter for campaigns. A campaign must meet all given conditions. */
        CampaignFilter: {
            /** @description Case-insensitive substring of the name. At most 200 characters. */
            search?: string | null;
            /** @description Only rows with this `clientId`. */
            clientId?: string | null;
            /** @description Only rows whose `type` is one of these. At most 20. */
            type?: components["schemas"]["CampaignType"][] | null;
            /** @description Only rows whose `status` is one of these. At most 20. */
            status?: components["schemas"]["CampaignStatus"][] | null;
        };
        /** @description Campaign to create. */
        CampaignInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Name of the campaign. At most 200 characters. */
            name: string;
            /** @description Id of a client of the organization. */
            clientId?: string | null;
            /** @description Type of the campaign. */
            type: components["schemas"]["CampaignType"];
            /** @description Description of the campaign. At most 10,000 characters. */
            description?: string | null;
            /** @description Channels on which the campaign runs. Several for MULTI_CHANNEL. At most 20. */
            channels?: components["schemas"]["CampaignType"][] | null;
            /** @description Budget in cents of the South African rand. */
            budgetCents?: number | null;
            /**
             * Format: date-time
             * @description Start time. Required for SCHEDULED.
             */
            startsAt?: string | null;
            /**
             * Format: date-time
             * @description End time, after `startsAt`. Must be in the future if the campaign starts.
             */
            endsAt?: string | null;
            /** @description DRAFT (default) or PENDING_APPROVAL. SCHEDULED or ACTIVE for callers who may start campaigns, if consent exists for each direct channel of the campaign (EMAIL, SMS, WHATSAPP). */
            status?: components["schemas"]["CampaignStatus"] | null;
            /** @description Reason why the service changed the status to FAILED or PAUSED. Null otherwise. */
            readonly failureReason?: string | null;
            /** @description Id of the author. Someone else must approve the campaign. */
            readonly createdBy?: string;
            /** @description Name of the client, or `No Client`. */
            readonly clientName?: string;
            /** @description Sector derived from the client’s type: GOVERNMENT for MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT and STATE_OWNED_ENTITY, otherwise BUSINESS. The client’s recorded sector is `client { sector }`. */
            readonly clientSector?: components["schemas"]["Sector"] | null;
            /**
             * Format: int32
             * @description Number of content items of the campaign.
             */
            readonly contentCount?: number;
            /**
             * Format: int32
             * @description Number of analytics records of the campaign.
             */
            readonly analyticsCount?: number;
            /** @description Total spend of the campaign’s analytics records, in cents of the South African rand. */
            readonly spentCents?: number;
            /** @description Spent fraction of the budget: 0.8 means 80 %. Above 1 if the budget is exceeded. Null without a budget, or with a budget of 0. Reaching 80 % and 100 % sends an event CAMPAIGN_BUDGET_REACHED and a notification, once per budget. */
            readonly budgetUsed?: number | null;
        } & unknown;
        /** @description Changes to a campaign. Absent fields stay unchanged. */
        CampaignPatch: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Name of the campaign. At most 200 characters. */
            name?: string;
            /** @description Id of a client of the organization. */
            clientId?: string | null;
            /** @description Type of the campaign. */
            type?: components["schemas"]["CampaignType"];
            /** @description Description of the campaign. At most 10,000 characters. */
            description?: string | null;
            /** @description Channels on which the campaign runs. Several for MULTI_CHANNEL. At most 20. */
            channels?: components["schemas"]["CampaignType"][] | null;
            /** @description Budget in cents of the South African rand. */
            budgetCents?: number | null;
            /**
             * Format: date-time
             * @description Start time. Required for SCHEDULED.
             */
            startsAt?: string | null;
            /**
             * Format: date-time
             * @description End time, after `startsAt`. Must be in the future if the campaign starts.
             */
            endsAt?: string | null;
            /** @description Lifecycle status of the campaign. */
            readonly status?: components["schemas"]["CampaignStatus"];
            /** @description Reason why the service changed the status to FAILED or PAUSED. Null otherwise. */
            readonly failureReason?: string | null;
            /** @description Id of the author. Someone else must approve the campaign. */
            readonly createdBy?: string;
            /** @description Name of the client, or `No Client`. */
            readonly clientName?: string;
            /** @description Sector derived from the client’s type: GOVERNMENT for MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT and STATE_OWNED_ENTITY, otherwise BUSINESS. The client’s recorded sector is `client { sector }`. */
            readonly clientSector?: components["schemas"]["Sector"] | null;
            /**
             * Format: int32
             * @description Number of content items of the campaign.
             */
            readonly contentCount?: number;
            /**
             * Format: int32
             * @description Number of analytics records of the campaign.
             */
            readonly analyticsCount?: number;
            /** @description Total spend of the campaign’s analytics records, in cents of the South African rand. */
            readonly spentCents?: number;
            /** @description Spent fraction of the budget: 0.8 means 80 %. Above 1 if the budget is exceeded. Null without a budget, or with a budget of 0. Reaching 80 % and 100 % sends an event CAMPAIGN_BUDGET_REACHED and a notification, once per budget. */
            readonly budgetUsed?: number | null;
        };
        /**
         * @description Lifecycle status of a campaign.
         *
         *     DRAFT: Being prepared.
         *
         *     PENDING_APPROVAL: Waiting for approval by someone other than the author.
         *
         *     SCHEDULED: Approved; starts at `startsAt`.
         *
         *     ACTIVE: Running.
         *
         *     PAUSED: Interrupted; can be resumed.
         *
         *     COMPLETED: Ended as planned.
         *
         *     CANCELLED: Called off.
         *
         *     FAILED: Could not start or continue. `failureReason` gives the reason.
         *
         *     ARCHIVED: Kept for reference only.
         * @enum {string}
         */
        CampaignStatus: "DRAFT" | "PENDING_APPROVAL" | "SCHEDULED" | "ACTIVE" | "PAUSED" | "COMPLETED" | "CANCELLED" | "FAILED" | "ARCHIVED";
        /**
         * @description Medium of a campaign or channel.
         *
         *     EMAIL: E-mail.
         *
         *     SMS: Text messages.
         *
         *     WHATSAPP: WhatsApp messages.
         *
         *     SOCIAL: Social media.
         *
         *     DISPLAY: Display advertising.
         *
         *     SEARCH: Search advertising.
         *
         *     PRINT: Newspapers and magazines.
         *
         *     RADIO: Radio.
         *
         *     TV: Television.
         *
         *     OUTDOOR: Billboards and other outdoor advertising.
         *
         *     EVENT: Events.
         *
         *     PUBLIC_AWARENESS: Public awareness.
         *
         *     MULTI_CHANNEL: Several channels.
         * @enum {string}
         */
        CampaignType: "EMAIL" | "SMS" | "WHATSAPP" | "SOCIAL" | "DISPLAY" | "SEARCH" | "PRINT" | "RADIO" | "TV" | "OUTDOOR" | "EVENT" | "PUBLIC_AWARENESS" | "MULTI_CHANNEL";
        /** @description Change against the period before, as a fraction: 0.25 means 25 % more. Null if the period before was zero. */
        Change: {
            /** @description Change in impressions. */
            impressions: number | null;
            /** @description Change in clicks. */
            clicks: number | null;
            /** @description Change in conversions. */
            conversions: number | null;
            /** @description Change in spend. */
            spendCents: number | null;
            /** @description Change in revenue. */
            revenueCents: number | null;
        };
        /** @description Business or government client of the service provider. */
        Client: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Name of the client. */
            name: string;
            /** @description Type of the client. An open set: LOCAL_MUNICIPALITY, LARGE_CORPORATION, MEDIUM_BUSINESS, MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others. */
            type: string;
            /** @description Industry of the client. */
            industry: string;
            /** @description Sector of the client. */
            sector: components["schemas"]["Sector"];
            /** @description Contact details; the fields are the caller’s own. */
            contact: {
                [key: string]: unknown;
            };
            /** @description Level of government, for government clients, for example NATIONAL. A blank text means none. */
            governmentLevel: string | null;
            /** @description The client’s own clearance, for example BASIC, STANDARD or ENHANCED. A blank text means none. */
            securityClearance: string | null;
            /** @description Lifecycle status of the client. */
            status: components["schemas"]["ClientStatus"];
            /**
             * Format: date-time
             * @description Time at which the client was onboarded: the time of its creation.
             */
            onboardedAt: string;
            /** @description Id of the user who created the record. */
            createdBy: string;
            /** @description POPIA compliance of the client. */
            compliance: components["schemas"]["ClientCompliance"];
            /** @description Id of the organization that the client belongs to. */
            serviceProviderId: string;
        } & {
            [key: string]: unknown;
        };
        /** @description POPIA compliance of a client. Until an assessment, the default of its sector. */
        ClientCompliance: {
            /** @description Whether the client complies with POPIA. */
            popiaCompliant: boolean;
            /** @description Security clearance. Until assessed: BASIC for the government sector, otherwise STANDARD. */
            securityClearance: string;
            /** @description Classification of the client’s data. Until assessed: PUBLIC for the government sector, otherwise COMMERCIAL. */
            dataClassification: string;
            /** @description Note of the assessor. */
            note: string | null;
            /** @description Id of the user who assessed the client. Null until the first assessment. */
            assessedBy: string | null;
            /**
             * Format: date-time
             * @description Time of the assessment. Null until the first assessment.
             */
            assessedAt: string | null;
        };
        /** @description Client to create. */
        ClientInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Name of the client. At most 200 characters. */
            name: string;
            /** @description Type of the client. An open set: LOCAL_MUNICIPALITY, LARGE_CORPORATION, MEDIUM_BUSINESS, MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others. At most 64 characters. */
            type: string;
            /** @description Industry of the client. At most 200 characters. */
            industry: string;
            /** @description Sector of the client. */
            sector: components["schemas"]["Sector"];
            /** @description Contact details; the fields are the caller’s own. At most 16 KiB as JSON. */
            contact: {
                [key: string]: unknown;
            };
            /** @description Level of government, for government clients, for example NATIONAL. A blank text means none. At most 64 characters. */
            governmentLevel?: string | null;
            /** @description The client’s own clearance, for example BASIC, STANDARD or ENHANCED. A blank text means none. At most 64 characters. */
            securityClearance?: string | null;
            /** @description Lifecycle status of the client. */
            readonly status?: components["schemas"]["ClientStatus"];
            /**
             * Format: date-time
             * @description Time at which the client was onboarded: the time of its creation.
             */
            readonly onboardedAt?: string;
            /** @description Id of the user who created the record. */
            readonly createdBy?: string;
            /** @description POPIA compliance of the client. */
            readonly compliance?: components["schemas"]["ClientCompliance"];
            /** @description Id of the organization that the client belongs to. */
            readonly serviceProviderId?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Totals of the list. A field that does not apply is absent. */
        ClientPageMeta: {
            /**
             * Format: int32
             * @description Total number of matches.
             */
            total: number;
            /**
             * Format: int32
             * @description Number of this page. Null if the list is not paginated by number.
             */
            page?: number;
            /**
             * Format: int32
             * @description Items per page. Null if the list is not paginated by number.
             */
            limit?: number;
            /**
             * Format: int32
             * @description Number of pages: `totalCount` divided by `limit`, rounded up.
             */
            pages?: number;
            /**
             * Format: int32
             * @description Number of government clients of the organization, regardless of the filter.
             */
            government: number;
            /**
             * Format: int32
             * @description Number of business clients of the organization, regardless of the filter.
             */
            business: number;
        };
        /** @description Changes to a client. Absent fields stay unchanged. */
        ClientPatch: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Name of the client. At most 200 characters. */
            name?: string;
            /** @description Type of the client. An open set: LOCAL_MUNICIPALITY, LARGE_CORPORATION, MEDIUM_BUSINESS, MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others. At most 64 characters. */
            type?: string;
            /** @description Industry of the client. At most 200 characters. */
            industry?: string;
            /** @description Sector of the client. */
            sector?: components["schemas"]["Sector"];
            /** @description Contact details; the fields are the caller’s own. At most 16 KiB as JSON. */
            contact?: {
                [key: string]: unknown;
            };
            /** @description Level of government, for government clients, for example NATIONAL. A blank text means none. At most 64 characters. */
            governmentLevel?: string | null;
            /** @description The client’s own clearance, for example BASIC, STANDARD or ENHANCED. A blank text means none. At most 64 characters. */
            securityClearance?: string | null;
            /** @description Lifecycle status of the client. */
            readonly status?: components["schemas"]["ClientStatus"];
            /**
             * Format: date-time
             * @description Time at which the client was onboarded: the time of its creation.
             */
            readonly onboardedAt?: string;
            /** @description Id of the user who created the record. */
            readonly createdBy?: string;
            /** @description POPIA compliance of the client. */
            readonly compliance?: components["schemas"]["ClientCompliance"];
            /** @description Id of the organization that the client belongs to. */
            readonly serviceProviderId?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Lifecycle status of a client.
         *
         *     PENDING: Waiting for acceptance.
         *
         *     ACTIVE: Accepted and in business.
         *
         *     REJECTED: Not accepted.
         *
         *     SUSPENDED: Interrupted; can become ACTIVE again.
         *
         *     ARCHIVED: Kept for reference; can become PENDING again.
         * @enum {string}
         */
        ClientStatus: "PENDING" | "ACTIVE" | "REJECTED" | "SUSPENDED" | "ARCHIVED";
        /** @description Options for completing a request. */
        CompletionInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Type of the request. */
            readonly type?: components["schemas"]["DataSubjectRequestType"];
            /** @description Status of the request. */
            readonly status?: components["schemas"]["DataSubjectRequestStatus"];
            /** @description The person whom the request is about. */
            readonly subject?: components["schemas"]["RequestSubject"];
            /** @description Request in the subject’s own words. */
            readonly details?: string | null;
            /** @description Corrected data, for CORRECTION. */
            readonly correction?: components["schemas"]["RequestCorrection"] | null;
            /** @description Purpose that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
            readonly purpose?: string | null;
            /** @description Channel that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
            readonly channel?: components["schemas"]["ConsentChannel"] | null;
            /**
             * Format: date-time
             * @description Time of receipt. The period to answer starts here.
             */
            readonly receivedAt?: string;
            /** @description Id of the user who handles the request. */
            readonly assignedTo?: string | null;
            /** @description Proof of the subject’s identity. Null until it is recorded. */
            readonly identity?: components["schemas"]["IdentityProof"] | null;
            /** @description Id of the request of the same type and subject that was open when this request was lodged. Null if there was none. */
            readonly duplicateOfId?: string | null;
            /**
             * Format: int32
             * @description Number of days by which the period was extended.
             */
            readonly extensionDays?: number | null;
            /** @description Reasons of the extension. */
            readonly extensionReasons?: string | null;
            /**
             * Format: date-time
             * @description Time of the extension.
             */
            readonly extendedAt?: string | null;
            /** @description The decision. Null until the request is decided. */
            readonly decision?: components["schemas"]["DataSubjectDecision"] | null;
            /** @description Reasons of the decision. */
            readonly decisionReasons?: string | null;
            /**
             * Format: date-time
             * @description Time of the decision.
             */
            readonly decidedAt?: string | null;
            /** @description Id of the user who decided. */
            readonly decidedBy?: string | null;
            /** @description Result of the execution. Null until the request is executed. */
            readonly outcome?: components["schemas"]["ExecutionOutcome"] | null;
            /** @description Reason why the last attempt to execute the request failed. That attempt changed nothing. */
            readonly failure?: string | null;
            /**
             * Format: date-time
             * @description Time of the completion.
             */
            readonly completedAt?: string | null;
            /**
             * Format: date-time
             * @description Time at which a notice was last mailed to the subject, or the notice of completion was returned to the caller.
             */
            readonly notifiedAt?: string | null;
            /** @description Delivery status of the last notice. Notices of decision, extension and completion are mailed if SMTP is configured and the subject has an e-mail address. Null if none was mailed: the caller must send the notice. */
            readonly noticeDelivery?: components["schemas"]["EmailStatus"] | null;
            /**
             * Format: date-time
             * @description Time at which an erasure of the subject revoked the access package.
             */
            readonly exportRevokedAt?: string | null;
            /** @description Id of the user who lodged the request. */
            readonly createdBy?: string;
            /** @description Id of the subject: the same for all requests of one person. */
            readonly subjectId?: string | null;
            /** @description Granted parts, for PARTIALLY_APPROVED. */
            readonly granted?: components["schemas"]["Grant"] | null;
            /**
             * Format: date-time
             * @description Time of execution, unless the completion is undone before.
             */
            readonly executesAt?: string | null;
            /** @description Id of the user who completed the request. It differs from `decidedBy`. */
            readonly executedBy?: string | null;
            /** @description Reason for the execution before the end of the grace period. */
            readonly graceReason?: string | null;
            /** @description Erasure certificate, for a completed DELETION. */
            readonly certificate?: components["schemas"]["ErasureCertificate"] | null;
            /**
             * Format: date-time
             * @description Due time, including any extension.
             */
            readonly dueAt?: string;
            /**
             * Format: int32
             * @description Calendar days in South Africa until the due date. Negative after it. Null for a closed request.
             */
            readonly daysLeft?: number | null;
            /** @description Whether the request is open and past its due date. */
            readonly overdue?: boolean;
            /** @description Notice to the subject about the current status. */
            readonly notice?: components["schemas"]["SubjectNotice"];
            /** @description Reason to execute a request for DELETION or CORRECTION at once, without the grace period. Only for administrators, otherwise FORBIDDEN. At most 1,000 characters. */
            reason?: string | null;
        };
        /** @description Violation or risk of a violation of POPIA. Derived from the records on every read. */
        ComplianceAlert: {
            /** @description Stable id: the same for the same cause. */
            id: string;
            /** @description Type of the alert. */
            type: components["schemas"]["ComplianceAlertType"];
            /** @description Severity of the alert. */
            severity: components["schemas"]["ComplianceAlertSeverity"];
            /** @description Description of the problem, in English. */
            message: string;
            /** @description Type of the resource, for example BREACH. */
            resourceType: string;
            /** @description Id of the record, or name of the channel or resource. */
            resourceId: string | null;
            /**
             * Format: date-time
             * @description Time since which the cause exists, if known.
             */
            since: string | null;
            /** @description Status of the alert. */
            status: components["schemas"]["ComplianceAlertStatus"];
            /** @description Note of the user who acknowledged or resolved the alert. */
            note: string | null;
            /** @description Id of the user who acknowledged or resolved the alert. */
            changedBy: string | null;
            /**
             * Format: date-time
             * @description Time of the last status change. Null while the alert is OPEN.
             */
            changedAt: string | null;
        };
        /** @description New status of an alert. */
        ComplianceAlertMarkInput: {
            /** @description Stable id: the same for the same cause. */
            readonly id?: string;
            /** @description Type of the alert. */
            readonly type?: components["schemas"]["ComplianceAlertType"];
            /** @description Severity of the alert. */
            readonly severity?: components["schemas"]["ComplianceAlertSeverity"];
            /** @description Description of the problem, in English. */
            readonly message?: string;
            /** @description Type of the resource, for example BREACH. */
            readonly resourceType?: string;
            /** @description Id of the record, or name of the channel or resource. */
            readonly resourceId?: string | null;
            /**
             * Format: date-time
             * @description Time since which the cause exists, if known.
             */
            readonly since?: string | null;
            /** @description New status of the alert. */
            status: components["schemas"]["ComplianceAlertMarking"];
            /** @description Note on the response, at most 2000 characters. */
            note?: string | null;
            /** @description Id of the user who acknowledged or resolved the alert. */
            readonly changedBy?: string | null;
            /**
             * Format: date-time
             * @description Time of the last status change. Null while the alert is OPEN.
             */
            readonly changedAt?: string | null;
        };
        /**
         * @description Status that a user can set on an alert.
         *
         *     ACKNOWLEDGED: A user has seen the alert and works on its cause.
         *
         *     RESOLVED: The problem is resolved.
         * @enum {string}
         */
        ComplianceAlertMarking: "ACKNOWLEDGED" | "RESOLVED";
        /**
         * @description Severity of a compliance alert.
         *
         *     LOW: For information.
         *
         *     MEDIUM: Needs attention soon.
         *
         *     HIGH: Needs attention now.
         *
         *     CRITICAL: A legal deadline was missed.
         * @enum {string}
         */
        ComplianceAlertSeverity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
        /**
         * @description Status of a compliance alert. An alert disappears when its cause does, whatever its status.
         *
         *     OPEN: Not acknowledged yet.
         *
         *     ACKNOWLEDGED: A user has seen the alert and works on its cause.
         *
         *     RESOLVED: A user has marked the alert as resolved.
         * @enum {string}
         */
        ComplianceAlertStatus: "OPEN" | "ACKNOWLEDGED" | "RESOLVED";
        /**
         * @description Type of a compliance alert.
         *
         *     BREACH_NOT_NOTIFIED: The Regulator was not notified within 72 hours of the discovery.
         *
         *     BREACH_SUBJECTS_NOT_TOLD: The affected people were not notified within 72 hours of the discovery, and no permission delays the notification.
         *
         *     BREACH_UNACKNOWLEDGED: Nobody investigates a reported breach.
         *
         *     CAMPAIGN_WITHOUT_CONSENT: A campaign is running or scheduled on a channel without marketing consent.
         *
         *     CONSENTS_EXPIRING: Consents for a channel expire within 30 days.
         *
         *     INFORMATION_OFFICER_MISSING: The organization has no Information Officer with contact details.
         *
         *     OPERATOR_WITHOUT_AGREEMENT: An operator has no written agreement, or the agreement has ended.
         *
         *     REQUEST_OVERDUE: A data-subject request is open after its due date.
         *
         *     RETENTION_BACKLOG: Records are still stored a day or more after their retention period.
         * @enum {string}
         */
        ComplianceAlertType: "BREACH_NOT_NOTIFIED" | "BREACH_SUBJECTS_NOT_TOLD" | "BREACH_UNACKNOWLEDGED" | "CAMPAIGN_WITHOUT_CONSENT" | "CONSENTS_EXPIRING" | "INFORMATION_OFFICER_MISSING" | "OPERATOR_WITHOUT_AGREEMENT" | "REQUEST_OVERDUE" | "RETENTION_BACKLOG";
        /** @description Check of one requirement of POPIA. */
        ComplianceCheck: {
            /** @description Name of the check, for example informationOfficerNamed. */
            name: string;
            /** @description The requirement. */
            demand: string;
            /**
             * Format: int32
             * @description Weight in the score.
             */
            weight: number;
            /** @description Whether the check passes. Null if it does not apply, for example because there is no request that could be overdue. */
            passed: boolean | null;
        };
        /** @description Counts that the compliance checks are based on. */
        ComplianceFacts: {
            /** @description Whether an Information Officer with contact details is named. */
            informationOfficerNamed: boolean;
            /**
             * Format: int32
             * @description Number of open data-subject requests.
             */
            openRequests: number;
            /**
             * Format: int32
             * @description Number of open data-subject requests past their due date.
             */
            overdueRequests: number;
            /**
             * Format: int32
             * @description Number of consents in force.
             */
            activeConsents: number;
            /**
             * Format: int32
             * @description Number of breaches that are not CLOSED.
             */
            openBreaches: number;
            /**
             * Format: int32
             * @description Number of breaches, of any status, that the Regulator was not notified of.
             */
            breachesWithoutRegulatorNotification: number;
        };
        /**
         * @description Level of compliance with POPIA.
         *
         *     COMPLIANT: Every applicable check passes.
         *
         *     ATTENTION: A score of 60 or more.
         *
         *     NON_COMPLIANT: A score below 60.
         * @enum {string}
         */
        ComplianceLevel: "COMPLIANT" | "ATTENTION" | "NON_COMPLIANT";
        /** @description Compliance of the organization with POPIA, computed from its records. */
        ComplianceStatus: {
            /**
             * Format: int32
             * @description Score in percent: the weight of the passed checks, divided by the weight of the applicable checks. Null if no check applies.
             */
            score: number | null;
            /** @description Compliance level. Null if no check applies. */
            level: components["schemas"]["ComplianceLevel"] | null;
            /** @description The checks and their results. */
            checks: components["schemas"]["ComplianceCheck"][];
            /** @description Counts that the checks are based on. */
            facts: components["schemas"]["ComplianceFacts"];
            /**
             * Format: int32
             * @description Number of alerts that are OPEN.
             */
            openAlerts: number;
            /**
             * Format: date-time
             * @description Time of the check.
             */
            checkedAt: string;
        };
        /** @description Evidence of a person’s consent: wording, channel, time and source. */
        Consent: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Purpose as it was given. MARKETING, case-insensitive, covers campaigns. */
            purpose: string;
            /** @description Channel that the consent covers. */
            channel: components["schemas"]["ConsentChannel"];
            /** @description Address on the channel. Default: the subject’s e-mail address for EMAIL, otherwise the phone number. */
            address: string | null;
            /** @description Wording that the subject agreed to. */
            wording: string;
            /** @description Version of the wording. */
            version: string | null;
            /** @description Source of the consent, for example a form and its address. */
            source: string | null;
            /**
             * Format: date-time
             * @description Time of expiry, after `grantedAt`. Null if the consent does not expire.
             */
            expiresAt: string | null;
            /** @description The person who consented. */
            subject: components["schemas"]["DataSubject"];
            /** @description Whether the consent is given or withdrawn. */
            status: components["schemas"]["ConsentStatus"];
            /**
             * Format: date-time
             * @description Time at which the consent was given.
             */
            grantedAt: string;
            /**
             * Format: date-time
             * @description Time of the withdrawal. Null if the consent was not withdrawn.
             */
            withdrawnAt: string | null;
            /** @description Reason of the withdrawal. */
            withdrawalReason: string | null;
            /** @description Id of the user who recorded the consent. */
            createdBy: string;
        };
        /**
         * @description Channel on which a person is contacted.
         *
         *     EMAIL: E-mail.
         *
         *     SMS: Text message.
         *
         *     WHATSAPP: WhatsApp message.
         *
         *     PHONE: Phone call.
         *
         *     POST: Letter.
         *
         *     SOCIAL: Message on a social network.
         *
         *     IN_PERSON: In person.
         *
         *     OTHER: Any other way.
         * @enum {string}
         */
        ConsentChannel: "EMAIL" | "SMS" | "WHATSAPP" | "PHONE" | "POST" | "SOCIAL" | "IN_PERSON" | "OTHER";
        /** @description Consent to record. */
        ConsentInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Purpose: MARKETING, SERVICE or RESEARCH, case-insensitive. Any other text is stored but permits nothing. At most 200 characters. */
            purpose: string;
            /** @description Channel that the consent covers. */
            channel: components["schemas"]["ConsentChannel"];
            /** @description Address on the channel. Default: the subject’s e-mail address for EMAIL, otherwise the phone number. At most 254 characters. */
            address?: string | null;
            /** @description Wording that the subject agreed to. At most 10,000 characters. */
            wording: string;
            /** @description Version of the wording. At most 64 characters. */
            version?: string | null;
            /** @description Source of the consent, for example a form and its address. At most 500 characters. */
            source?: string | null;
            /**
             * Format: date-time
             * @description Time of expiry, after `grantedAt`. Null if the consent does not expire.
             */
            expiresAt?: string | null;
            /** @description The person. */
            subject: components["schemas"]["DataSubjectInput"];
            /** @description Whether the consent is given or withdrawn. */
            readonly status?: components["schemas"]["ConsentStatus"];
            /**
             * Format: date-time
             * @description Time at which the consent was given, not in the future. A minute ahead counts as now. Default: now.
             */
            grantedAt?: string | null;
            /**
             * Format: date-time
             * @description Time of the withdrawal. Null if the consent was not withdrawn.
             */
            readonly withdrawnAt?: string | null;
            /** @description Reason of the withdrawal. */
            readonly withdrawalReason?: string | null;
            /** @description Id of the user who recorded the consent. */
            readonly createdBy?: string;
        } & unknown;
        /**
         * @description Status of a consent.
         *
         *     GRANTED: Given, and in force until it expires.
         *
         *     WITHDRAWN: Withdrawn by the person.
         * @enum {string}
         */
        ConsentStatus: "GRANTED" | "WITHDRAWN";
        /** @description New content. */
        ContentInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Id of a campaign of the organization. */
            campaignId?: string | null;
            /** @description Title of the content. At most 200 characters. */
            title: string;
            /** @description Type of the content. */
            type: components["schemas"]["ContentType"];
            /** @description Body of the content. In a template, `{{name}}` is the place of a variable. At most 100,000 characters. */
            body: string;
            /** @description Names of the template’s variables: each `{{name}}` in its text. At most 50. */
            variables?: string[] | null;
            /** @description Language of the content. Default en. */
            language?: components["schemas"]["Language"] | null;
            /** @description Channel that the content is for. */
            channel?: components["schemas"]["CampaignType"] | null;
            /** @description Whether the content is a template. Default false. */
            isTemplate?: boolean | null;
            /** @description Lifecycle status of the content. */
            readonly status?: components["schemas"]["ContentStatus"];
            /**
             * Format: int32
             * @description Version number, from 1. Each edit increments it.
             */
            readonly version?: number;
            /** @description Id of the author. */
            readonly createdBy?: string;
            /** @description Id of the author of the current version. Neither author may approve it. */
            readonly editedBy?: string;
        };
        /** @description Content item, usually of a campaign, or a template. */
        ContentItem: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Id of the campaign. Null for content without a campaign. */
            campaignId: string | null;
            /** @description Title of the content. */
            title: string;
            /** @description Type of the content. */
            type: components["schemas"]["ContentType"];
            /** @description Body of the content. In a template, `{{name}}` is the place of a variable. */
            body: string;
            /** @description Names of the variables of a template. */
            variables: string[];
            /** @description Language of the content. */
            language: components["schemas"]["Language"];
            /** @description Channel that the content is for. */
            channel: components["schemas"]["CampaignType"] | null;
            /** @description Whether the content is a template. */
            isTemplate: boolean;
            /** @description Lifecycle status of the content. */
            status: components["schemas"]["ContentStatus"];
            /**
             * Format: int32
             * @description Version number, from 1. Each edit increments it.
             */
            version: number;
            /** @description Id of the author. */
            createdBy: string;
            /** @description Id of the author of the current version. Neither author may approve it. */
            editedBy: string;
        };
        /** @description Changes to content. Absent fields stay unchanged. */
        ContentPatch: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Id of a campaign of the organization. */
            campaignId?: string | null;
            /** @description Title of the content. At most 200 characters. */
            title?: string;
            /** @description Type of the content. */
            readonly type?: components["schemas"]["ContentType"];
            /** @description Body of the content. In a template, `{{name}}` is the place of a variable. At most 100,000 characters. */
            body?: string;
            /** @description Names of the template’s variables: each `{{name}}` in its text. At most 50. */
            variables?: string[] | null;
            /** @description Language of the content. */
            language?: components["schemas"]["Language"] | null;
            /** @description Channel that the content is for. */
            channel?: components["schemas"]["CampaignType"] | null;
            /** @description Whether the content is a template. */
            readonly isTemplate?: boolean;
            /** @description Lifecycle status of the content. */
            readonly status?: components["schemas"]["ContentStatus"];
            /**
             * Format: int32
             * @description Version number, from 1. Each edit increments it.
             */
            readonly version?: number;
            /** @description Id of the author. */
            readonly createdBy?: string;
            /** @description Id of the author of the current version. Neither author may approve it. */
            readonly editedBy?: string;
        };
        /**
         * @description Lifecycle status of content.
         *
         *     DRAFT: Being written.
         *
         *     IN_REVIEW: Waiting for approval by someone other than its authors.
         *
         *     CHANGES_REQUESTED: Sent back by the reviewer.
         *
         *     APPROVED: Approved for publication.
         *
         *     PUBLISHED: Published.
         *
         *     ARCHIVED: Kept for reference; cannot be edited.
         * @enum {string}
         */
        ContentStatus: "DRAFT" | "IN_REVIEW" | "CHANGES_REQUESTED" | "APPROVED" | "PUBLISHED" | "ARCHIVED";
        /**
         * @description Type of content.
         *
         *     POST: Post on a social network.
         *
         *     EMAIL: E-mail.
         *
         *     SMS: Text message.
         *
         *     BANNER: Banner.
         *
         *     VIDEO: Video.
         *
         *     DOCUMENT: Document.
         *
         *     PRESS_RELEASE: Press release.
         * @enum {string}
         */
        ContentType: "POST" | "EMAIL" | "SMS" | "BANNER" | "VIDEO" | "DOCUMENT" | "PRESS_RELEASE";
        /** @description Version of a content item. */
        ContentVersion: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Id of the content item. */
            contentId: string;
            /**
             * Format: int32
             * @description Version number, from 1.
             */
            version: number;
            /** @description Title in this version. */
            title: string;
            /** @description Body in this version. */
            body: string;
            /** @description Language in this version. */
            language: components["schemas"]["Language"];
            /** @description Channel in this version. */
            channel: components["schemas"]["CampaignType"] | null;
            /** @description Names of the template’s variables in this version. */
            variables: string[];
            /** @description Id of the author of this version. */
            createdBy: string;
        };
        /** @description Person whom personal data is about. After an erasure, only a pseudonym remains. */
        DataSubject: {
            /** @description Name of the person. */
            name: string;
            /** @description E-mail address of the person. */
            email: string | null;
            /** @description Phone number of the person. */
            phone: string | null;
        };
        /**
         * @description Decision on a data-subject request.
         *
         *     APPROVED: Granted in full.
         *
         *     PARTIALLY_APPROVED: Granted in part: only the parts that the grant names.
         *
         *     REFUSED: Refused, with reasons.
         * @enum {string}
         */
        DataSubjectDecision: "APPROVED" | "PARTIALLY_APPROVED" | "REFUSED";
        /** @description Person whom personal data is about: a name, and an e-mail address, a phone number or both. */
        DataSubjectInput: {
            /** @description Name of the person, at most 200 characters. */
            name: string;
            /**
             * Format: email
             * @description E-mail address of the person.
             */
            email?: string | null;
            /** @description Phone number in any usual notation, for example +27 82 123 4567. */
            phone?: string | null;
        } & ({
            email: unknown;
        } | {
            phone: unknown;
        });
        /** @description Request of a person about the personal data held on that person (POPIA sections 11 and 23 to 25). */
        DataSubjectRequest: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Type of the request. */
            type: components["schemas"]["DataSubjectRequestType"];
            /** @description Status of the request. */
            status: components["schemas"]["DataSubjectRequestStatus"];
            /** @description The person whom the request is about. */
            subject: components["schemas"]["RequestSubject"];
            /** @description Request in the subject’s own words. */
            details: string | null;
            /** @description Corrected data, for CORRECTION. */
            correction: components["schemas"]["RequestCorrection"] | null;
            /** @description Purpose that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
            purpose: string | null;
            /** @description Channel that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
            channel: components["schemas"]["ConsentChannel"] | null;
            /**
             * Format: date-time
             * @description Time of receipt. The period to answer starts here.
             */
            receivedAt: string;
            /** @description Id of the user who handles the request. */
            assignedTo: string | null;
            /** @description Proof of the subject’s identity. Null until it is recorded. */
            identity: components["schemas"]["IdentityProof"] | null;
            /** @description Id of the request of the same type and subject that was open when this request was lodged. Null if there was none. */
            duplicateOfId: string | null;
            /**
             * Format: int32
             * @description Number of days by which the period was extended.
             */
            extensionDays: number | null;
            /** @description Reasons of the extension. */
            extensionReasons: string | null;
            /**
             * Format: date-time
             * @description Time of the extension.
             */
            extendedAt: string | null;
            /** @description The decision. Null until the request is decided. */
            decision: components["schemas"]["DataSubjectDecision"] | null;
            /** @description Reasons of the decision. */
            decisionReasons: string | null;
            /**
             * Format: date-time
             * @description Time of the decision.
             */
            decidedAt: string | null;
            /** @description Id of the user who decided. */
            decidedBy: string | null;
            /** @description Result of the execution. Null until the request is executed. */
            outcome: components["schemas"]["ExecutionOutcome"] | null;
            /** @description Reason why the last attempt to execute the request failed. That attempt changed nothing. */
            failure: string | null;
            /**
             * Format: date-time
             * @description Time of the completion.
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @description Time at which a notice was last mailed to the subject, or the notice of completion was returned to the caller.
             */
            notifiedAt: string | null;
            /** @description Delivery status of the last notice. Notices of decision, extension and completion are mailed if SMTP is configured and the subject has an e-mail address. Null if none was mailed: the caller must send the notice. */
            noticeDelivery: components["schemas"]["EmailStatus"] | null;
            /**
             * Format: date-time
             * @description Time at which an erasure of the subject revoked the access package.
             */
            exportRevokedAt: string | null;
            /** @description Id of the user who lodged the request. */
            createdBy: string;
            /** @description Id of the subject: the same for all requests of one person. */
            subjectId: string | null;
            /** @description Granted parts, for PARTIALLY_APPROVED. */
            granted: components["schemas"]["Grant"] | null;
            /**
             * Format: date-time
             * @description Time of execution, unless the completion is undone before.
             */
            executesAt: string | null;
            /** @description Id of the user who completed the request. It differs from `decidedBy`. */
            executedBy: string | null;
            /** @description Reason for the execution before the end of the grace period. */
            graceReason: string | null;
            /** @description Erasure certificate, for a completed DELETION. */
            certificate: components["schemas"]["ErasureCertificate"] | null;
            /**
             * Format: date-time
             * @description Due time, including any extension.
             */
            dueAt: string;
            /**
             * Format: int32
             * @description Calendar days in South Africa until the due date. Negative after it. Null for a closed request.
             */
            daysLeft: number | null;
            /** @description Whether the request is open and past its due date. */
            overdue: boolean;
            /** @description Notice to the subject about the current status. */
            notice: components["schemas"]["SubjectNotice"];
        };
        /** @description Request of a data subject to lodge. */
        DataSubjectRequestInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Type of the request. */
            type: components["schemas"]["DataSubjectRequestType"];
            /** @description Status of the request. */
            readonly status?: components["schemas"]["DataSubjectRequestStatus"];
            /** @description The person. */
            subject: components["schemas"]["RequestSubjectInput"];
            /** @description Request in the subject’s own words. At most 10,000 characters. */
            details?: string | null;
            /** @description Corrected data, for CORRECTION. Required to complete the request. */
            correction?: components["schemas"]["RequestCorrectionInput"] | null;
            /** @description Purpose that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. At most 200 characters. */
            purpose?: string | null;
            /** @description Channel that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
            channel?: components["schemas"]["ConsentChannel"] | null;
            /**
             * Format: date-time
             * @description Time of receipt, if earlier than now. The period to answer starts here.
             */
            receivedAt?: string | null;
            /** @description Id of the user who handles the request. */
            readonly assignedTo?: string | null;
            /** @description Proof of the subject’s identity. Null until it is recorded. */
            readonly identity?: components["schemas"]["IdentityProof"] | null;
            /** @description Id of the request of the same type and subject that was open when this request was lodged. Null if there was none. */
            readonly duplicateOfId?: string | null;
            /**
             * Format: int32
             * @description Number of days by which the period was extended.
             */
            readonly extensionDays?: number | null;
            /** @description Reasons of the extension. */
            readonly extensionReasons?: string | null;
            /**
             * Format: date-time
             * @description Time of the extension.
             */
            readonly extendedAt?: string | null;
            /** @description The decision. Null until the request is decided. */
            readonly decision?: components["schemas"]["DataSubjectDecision"] | null;
            /** @description Reasons of the decision. */
            readonly decisionReasons?: string | null;
            /**
             * Format: date-time
             * @description Time of the decision.
             */
            readonly decidedAt?: string | null;
            /** @description Id of the user who decided. */
            readonly decidedBy?: string | null;
            /** @description Result of the execution. Null until the request is executed. */
            readonly outcome?: components["schemas"]["ExecutionOutcome"] | null;
            /** @description Reason why the last attempt to execute the request failed. That attempt changed nothing. */
            readonly failure?: string | null;
            /**
             * Format: date-time
             * @description Time of the completion.
             */
            readonly completedAt?: string | null;
            /**
             * Format: date-time
             * @description Time at which a notice was last mailed to the subject, or the notice of completion was returned to the caller.
             */
            readonly notifiedAt?: string | null;
            /** @description Delivery status of the last notice. Notices of decision, extension and completion are mailed if SMTP is configured and the subject has an e-mail address. Null if none was mailed: the caller must send the notice. */
            readonly noticeDelivery?: components["schemas"]["EmailStatus"] | null;
            /**
             * Format: date-time
             * @description Time at which an erasure of the subject revoked the access package.
             */
            readonly exportRevokedAt?: string | null;
            /** @description Id of the user who lodged the request. */
            readonly createdBy?: string;
            /** @description Id of the subject: the same for all requests of one person. */
            readonly subjectId?: string | null;
            /** @description Granted parts, for PARTIALLY_APPROVED. */
            readonly granted?: components["schemas"]["Grant"] | null;
            /**
             * Format: date-time
             * @description Time of execution, unless the completion is undone before.
             */
            readonly executesAt?: string | null;
            /** @description Id of the user who completed the request. It differs from `decidedBy`. */
            readonly executedBy?: string | null;
            /** @description Reason for the execution before the end of the grace period. */
            readonly graceReason?: string | null;
            /** @description Erasure certificate, for a completed DELETION. */
            readonly certificate?: components["schemas"]["ErasureCertificate"] | null;
            /**
             * Format: date-time
             * @description Due time, including any extension.
             */
            readonly dueAt?: string;
            /**
             * Format: int32
             * @description Calendar days in South Africa until the due date. Negative after it. Null for a closed request.
             */
            readonly daysLeft?: number | null;
            /** @description Whether the request is open and past its due date. */
            readonly overdue?: boolean;
            /** @description Notice to the subject about the current status. */
            readonly notice?: components["schemas"]["SubjectNotice"];
        };
        /** @description Changes to a request. Absent fields stay unchanged. */
        DataSubjectRequestPatch: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Type of the request. */
            readonly type?: components["schemas"]["DataSubjectRequestType"];
            /** @description Next status. */
            status?: components["schemas"]["DataSubjectRequestProgress"] | null;
            /** @description The person whom the request is about. */
            readonly subject?: components["schemas"]["RequestSubject"];
            /** @description Request in the subject’s own words. At most 10,000 characters. */
            details?: string | null;
            /** @description Corrected data, for CORRECTION. Required to complete the request. */
            correction?: components["schemas"]["RequestCorrectionInput"] | null;
            /** @description Purpose that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
            readonly purpose?: string | null;
            /** @description Channel that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
            readonly channel?: components["schemas"]["ConsentChannel"] | null;
            /**
             * Format: date-time
             * @description Time of receipt. The period to answer starts here.
             */
            readonly receivedAt?: string;
            /** @description Id of the user who handles the request. RECEIVED becomes IDENTITY_PENDING. */
            assignedTo?: string | null;
            /** @description Proof of the subject’s identity. Null until it is recorded. */
            readonly identity?: components["schemas"]["IdentityProof"] | null;
            /** @description Id of another request of the organization, for DUPLICATE. */
            duplicateOfId?: string | null;
            /**
             * Format: int32
             * @description Number of days by which the period was extended.
             */
            readonly extensionDays?: number | null;
            /** @description Reasons of the extension. */
            readonly extensionReasons?: string | null;
            /**
             * Format: date-time
             * @description Time of the extension.
             */
            readonly extendedAt?: string | null;
            /** @description The decision. Null until the request is decided. */
            readonly decision?: components["schemas"]["DataSubjectDecision"] | null;
            /** @description Reasons of the decision. */
            readonly decisionReasons?: string | null;
            /**
             * Format: date-time
             * @description Time of the decision.
             */
            readonly decidedAt?: string | null;
            /** @description Id of the user who decided. */
            readonly decidedBy?: string | null;
            /** @description Result of the execution. Null until the request is executed. */
            readonly outcome?: components["schemas"]["ExecutionOutcome"] | null;
            /** @description Reason why the last attempt to execute the request failed. That attempt changed nothing. */
            readonly failure?: string | null;
            /**
             * Format: date-time
             * @description Time of the completion.
             */
            readonly completedAt?: string | null;
            /**
             * Format: date-time
             * @description Time at which a notice was last mailed to the subject, or the notice of completion was returned to the caller.
             */
            readonly notifiedAt?: string | null;
            /** @description Delivery status of the last notice. Notices of decision, extension and completion are mailed if SMTP is configured and the subject has an e-mail address. Null if none was mailed: the caller must send the notice. */
            readonly noticeDelivery?: components["schemas"]["EmailStatus"] | null;
            /**
             * Format: date-time
             * @description Time at which an erasure of the subject revoked the access package.
             */
            readonly exportRevokedAt?: string | null;
            /** @description Id of the user who lodged the request. */
            readonly createdBy?: string;
            /** @description Id of the subject: the same for all requests of one person. */
            readonly subjectId?: string | null;
            /** @description Granted parts, for PARTIALLY_APPROVED. */
            readonly granted?: components["schemas"]["Grant"] | null;
            /**
             * Format: date-time
             * @description Time of execution, unless the completion is undone before.
             */
            readonly executesAt?: string | null;
            /** @description Id of the user who completed the request. It differs from `decidedBy`. */
            readonly executedBy?: string | null;
            /** @description Reason for the execution before the end of the grace period. */
            readonly graceReason?: string | null;
            /** @description Erasure certificate, for a completed DELETION. */
            readonly certificate?: components["schemas"]["ErasureCertificate"] | null;
            /**
             * Format: date-time
             * @description Due time, including any extension.
             */
            readonly dueAt?: string;
            /**
             * Format: int32
             * @description Calendar days in South Africa until the due date. Negative after it. Null for a closed request.
             */
            readonly daysLeft?: number | null;
            /** @description Whether the request is open and past its due date. */
            readonly overdue?: boolean;
            /** @description Notice to the subject about the current status. */
            readonly notice?: components["schemas"]["SubjectNotice"];
            /** @description Proof of identity. RECEIVED and IDENTITY_PENDING become IN_REVIEW. */
            identityProof?: components["schemas"]["IdentityProofInput"] | null;
        };
        /**
         * @description Status that an update can set. Decision and completion set the other statuses.
         *
         *     IDENTITY_PENDING: Waiting for proof of identity.
         *
         *     IN_REVIEW: Identity is proven. Requires proof of identity.
         *
         *     WITHDRAWN: The subject withdrew the request.
         *
         *     DUPLICATE: Duplicate of another request. Requires `duplicateOfId`, unless a duplicate was found when the request was lodged.
         * @enum {string}
         */
        DataSubjectRequestProgress: "IDENTITY_PENDING" | "IN_REVIEW" | "WITHDRAWN" | "DUPLICATE";
        /**
         * @description Status of a data-subject request.
         *
         *     RECEIVED: Received, and not yet assigned.
         *
         *     IDENTITY_PENDING: Waiting for proof of identity.
         *
         *     IN_REVIEW: Identity is proven. The request waits for a decision.
         *
         *     APPROVED: Granted in full. The request waits for completion.
         *
         *     PARTIALLY_APPROVED: Granted in part. The request waits for completion.
         *
         *     REFUSED: Refused, with reasons.
         *
         *     PROCESSING: Being executed, or in its grace period.
         *
         *     COMPLETED: Executed.
         *
         *     FAILED: The execution failed and can be tried again.
         *
         *     WITHDRAWN: Withdrawn by the subject.
         *
         *     DUPLICATE: Duplicate of another request.
         * @enum {string}
         */
        DataSubjectRequestStatus: "RECEIVED" | "IDENTITY_PENDING" | "IN_REVIEW" | "APPROVED" | "PARTIALLY_APPROVED" | "REFUSED" | "PROCESSING" | "COMPLETED" | "FAILED" | "WITHDRAWN" | "DUPLICATE";
        /**
         * @description Type of a data-subject request.
         *
         *     ACCESS: A copy of all personal data held on the subject (POPIA section 23).
         *
         *     CORRECTION: Correction of a name, e-mail address or phone number in all tables (section 24).
         *
         *     DELETION: Erasure from all tables (section 24).
         *
         *     OBJECTION: Objection to contact: consents are withdrawn, and a suppression refuses new ones (section 11(3)).
         *
         *     CONSENT_WITHDRAWAL: Withdrawal of all consents, or of those for a purpose or channel. A suppression refuses new ones.
         *
         *     PORTABILITY: Like ACCESS, in a format for another service.
         * @enum {string}
         */
        DataSubjectRequestType: "ACCESS" | "CORRECTION" | "DELETION" | "OBJECTION" | "CONSENT_WITHDRAWAL" | "PORTABILITY";
        /** @description Figures of a campaign on one day. */
        DayFigures: {
            /** @description Number of analytics records. */
            records: number;
            /** @description Number of impressions. */
            impressions: number;
            /** @description Number of clicks. */
            clicks: number;
            /** @description Number of conversions. */
            conversions: number;
            /** @description Spend, in cents of the South African rand. */
            spendCents: number;
            /** @description Revenue, in cents of the South African rand. */
            revenueCents: number;
            /** @description Click-through rate: clicks per impression. 0.02 means 2 %. */
            ctr: number | null;
            /** @description Conversions per click. 0.02 means 2 %. */
            conversionRate: number | null;
            /** @description Cost per click: spend per click, in cents. */
            cpcCents: number | null;
            /** @description Cost per acquisition: spend per conversion, in cents. */
            cpaCents: number | null;
            /** @description Return on investment: (revenue − spend) / spend. 0.5 means 50 %. Negative for a loss. */
            roi: number | null;
            /**
             * Format: date
             * @description The day.
             */
            day: string;
        };
        /** @description Decision on a data-subject request. */
        DecisionInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Type of the request. */
            readonly type?: components["schemas"]["DataSubjectRequestType"];
            /** @description Status of the request. */
            readonly status?: components["schemas"]["DataSubjectRequestStatus"];
            /** @description The person whom the request is about. */
            readonly subject?: components["schemas"]["RequestSubject"];
            /** @description Request in the subject’s own words. */
            readonly details?: string | null;
            /** @description Corrected data, for CORRECTION. */
            readonly correction?: components["schemas"]["RequestCorrection"] | null;
            /** @description Purpose that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
            readonly purpose?: string | null;
            /** @description Channel that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
            readonly channel?: components["schemas"]["ConsentChannel"] | null;
            /**
             * Format: date-time
             * @description Time of receipt. The period to answer starts here.
             */
            readonly receivedAt?: string;
            /** @description Id of the user who handles the request. */
            readonly assignedTo?: string | null;
            /** @description Proof of the subject’s identity. Null until it is recorded. */
            readonly identity?: components["schemas"]["IdentityProof"] | null;
            /** @description Id of the request of the same type and subject that was open when this request was lodged. Null if there was none. */
            readonly duplicateOfId?: string | null;
            /**
             * Format: int32
             * @description Number of days by which the period was extended.
             */
            readonly extensionDays?: number | null;
            /** @description Reasons of the extension. */
            readonly extensionReasons?: string | null;
            /**
             * Format: date-time
             * @description Time of the extension.
             */
            readonly extendedAt?: string | null;
            /** @description The decision. */
            decision: components["schemas"]["DataSubjectDecision"];
            /** @description Reasons of the decision. */
            readonly decisionReasons?: string | null;
            /**
             * Format: date-time
             * @description Time of the decision.
             */
            readonly decidedAt?: string | null;
            /** @description Id of the user who decided. */
            readonly decidedBy?: string | null;
            /** @description Result of the execution. Null until the request is executed. */
            readonly outcome?: components["schemas"]["ExecutionOutcome"] | null;
            /** @description Reason why the last attempt to execute the request failed. That attempt changed nothing. */
            readonly failure?: string | null;
            /**
             * Format: date-time
             * @description Time of the completion.
             */
            readonly completedAt?: string | null;
            /**
             * Format: date-time
             * @description Time at which a notice was last mailed to the subject, or the notice of completion was returned to the caller.
             */
            readonly notifiedAt?: string | null;
            /** @description Delivery status of the last notice. Notices of decision, extension and completion are mailed if SMTP is configured and the subject has an e-mail address. Null if none was mailed: the caller must send the notice. */
            readonly noticeDelivery?: components["schemas"]["EmailStatus"] | null;
            /**
             * Format: date-time
             * @description Time at which an erasure of the subject revoked the access package.
             */
            readonly exportRevokedAt?: string | null;
            /** @description Id of the user who lodged the request. */
            readonly createdBy?: string;
            /** @description Id of the subject: the same for all requests of one person. */
            readonly subjectId?: string | null;
            /** @description Granted parts, for PARTIALLY_APPROVED. Nothing else is executed. Without granted parts, nothing is executed. */
            granted?: components["schemas"]["GrantInput"] | null;
            /**
             * Format: date-time
             * @description Time of execution, unless the completion is undone before.
             */
            readonly executesAt?: string | null;
            /** @description Id of the user who completed the request. It differs from `decidedBy`. */
            readonly executedBy?: string | null;
            /** @description Reason for the execution before the end of the grace period. */
            readonly graceReason?: string | null;
            /** @description Erasure certificate, for a completed DELETION. */
            readonly certificate?: components["schemas"]["ErasureCertificate"] | null;
            /**
             * Format: date-time
             * @description Due time, including any extension.
             */
            readonly dueAt?: string;
            /**
             * Format: int32
             * @description Calendar days in South Africa until the due date. Negative after it. Null for a closed request.
             */
            readonly daysLeft?: number | null;
            /** @description Whether the request is open and past its due date. */
            readonly overdue?: boolean;
            /** @description Notice to the subject about the current status. */
            readonly notice?: components["schemas"]["SubjectNotice"];
            /** @description Reasons. Required unless the request is granted in full. At most 10,000 characters. */
            reasons?: string | null;
        } & unknown;
        /** @description Attempt to deliver a message. */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description Time of the attempt.
             */
            at: string;
            /**
             * Format: int32
             * @description HTTP status of the response. Null without a response.
             */
            status: number | null;
            /** @description Reason why there was no response. */
            error: string | null;
            /**
             * Format: int32
             * @description Duration of the attempt in milliseconds.
             */
            milliseconds: number;
        };
        /** @description Demo invitation to create. Nothing is sent, and it expires in an hour. */
        DemoInvitationInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /**
             * Format: email
             * @description E-mail address. Default demo@example.org.
             */
            email?: string | null;
            /** @description Role. Default viewer. */
            role?: components["schemas"]["TeamRole"] | null;
            /** @description Message to the invited person. */
            readonly message?: string | null;
            /**
             * Format: date-time
             * @description Time at which the invitation expires.
             */
            readonly expiresAt?: string;
            /** @description Whether this is a demo invitation: nothing is sent, and the invitation expires in an hour. */
            readonly isDemo?: boolean;
            /** @description Id of the user who sent the invitation. */
            readonly createdBy?: string;
            /** @description Id of the user who accepted or declined the invitation. */
            readonly answeredBy?: string | null;
            /**
             * Format: date-time
             * @description Time of the answer. Null until the invitation is answered.
             */
            readonly answeredAt?: string | null;
            /** @description Delivery status of the e-mail with the token. Null if no e-mail was sent and the inviter received the token. */
            readonly emailStatus?: components["schemas"]["EmailStatus"] | null;
            /** @description Reason why the e-mail FAILED. Resend the invitation to try again. */
            readonly emailError?: string | null;
            /** @description Status of the invitation. PENDING becomes EXPIRED at `expiresAt`. */
            readonly status?: components["schemas"]["InvitationStatus"];
            /** @description Token that accepts the invitation. Null if the token was sent by e-mail, to the invited person only. */
            readonly token?: string | null;
            /** @description Link with the token. Null if PUBLIC_URL is not configured. */
            readonly acceptUrl?: string | null;
        };
        /** @description Record that was skipped because its key exists. */
        DuplicateRecord: {
            /**
             * Format: int32
             * @description Position in the list, from 0.
             */
            index: number;
            /** @description Key that both records have. */
            key: string;
        };
        /**
         * @description Delivery status of an e-mail.
         *
         *     QUEUED: Waiting for delivery; retried for a day.
         *
         *     SENT: Accepted by the mail server.
         *
         *     FAILED: Refused by the mail server, or given up.
         * @enum {string}
         */
        EmailStatus: "QUEUED" | "SENT" | "FAILED";
        /** @description Signed statement of an erasure: its extent, time and executor. It does not name the subject. */
        ErasureCertificate: {
            /** @description Canonical JSON (RFC 8785): the tables and numbers of records, the records left and the reasons, the users, the times, and the second check. */
            statement: string;
            /** @description Ed25519 signature of the UTF-8 bytes of the statement, in base64. */
            signature: string;
            /** @description Public key in PEM. Compare it with the key that the operator publishes. */
            publicKey: string;
        };
        /** @description Result of executing a request. */
        ExecutionOutcome: {
            /** @description Counts by resource. */
            resources: components["schemas"]["TreatedResource"][];
            /** @description Resources that an erasure keeps, and why. */
            kept: components["schemas"]["KeptResource"][];
            /**
             * Format: int32
             * @description Number of consents that were withdrawn.
             */
            consentsWithdrawn: number;
            /**
             * Format: int32
             * @description Number of access packages of earlier requests that were revoked.
             */
            packagesRevoked: number;
            /** @description Records that were left unchanged, in part or whole, and the reasons: the first 1,000. Records in REVIEW name or may name the subject, and nobody has confirmed them. */
            left: components["schemas"]["LeftRow"][] | null;
        };
        /** @description Extension of the period to answer a request. */
        ExtensionInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Type of the request. */
            readonly type?: components["schemas"]["DataSubjectRequestType"];
            /** @description Status of the request. */
            readonly status?: components["schemas"]["DataSubjectRequestStatus"];
            /** @description The person whom the request is about. */
            readonly subject?: components["schemas"]["RequestSubject"];
            /** @description Request in the subject’s own words. */
            readonly details?: string | null;
            /** @description Corrected data, for CORRECTION. */
            readonly correction?: components["schemas"]["RequestCorrection"] | null;
            /** @description Purpose that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
            readonly purpose?: string | null;
            /** @description Channel that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
            readonly channel?: components["schemas"]["ConsentChannel"] | null;
            /**
             * Format: date-time
             * @description Time of receipt. The period to answer starts here.
             */
            readonly receivedAt?: string;
            /** @description Id of the user who handles the request. */
            readonly assignedTo?: string | null;
            /** @description Proof of the subject’s identity. Null until it is recorded. */
            readonly identity?: components["schemas"]["IdentityProof"] | null;
            /** @description Id of the request of the same type and subject that was open when this request was lodged. Null if there was none. */
            readonly duplicateOfId?: string | null;
            /**
             * Format: int32
             * @description Number of days by which the period was extended.
             */
            readonly extensionDays?: number | null;
            /** @description Reasons of the extension. */
            readonly extensionReasons?: string | null;
            /**
             * Format: date-time
             * @description Time of the extension.
             */
            readonly extendedAt?: string | null;
            /** @description The decision. Null until the request is decided. */
            readonly decision?: components["schemas"]["DataSubjectDecision"] | null;
            /** @description Reasons of the decision. */
            readonly decisionReasons?: string | null;
            /**
             * Format: date-time
             * @description Time of the decision.
             */
            readonly decidedAt?: string | null;
            /** @description Id of the user who decided. */
            readonly decidedBy?: string | null;
            /** @description Result of the execution. Null until the request is executed. */
            readonly outcome?: components["schemas"]["ExecutionOutcome"] | null;
            /** @description Reason why the last attempt to execute the request failed. That attempt changed nothing. */
            readonly failure?: string | null;
            /**
             * Format: date-time
             * @description Time of the completion.
             */
            readonly completedAt?: string | null;
            /**
             * Format: date-time
             * @description Time at which a notice was last mailed to the subject, or the notice of completion was returned to the caller.
             */
            readonly notifiedAt?: string | null;
            /** @description Delivery status of the last notice. Notices of decision, extension and completion are mailed if SMTP is configured and the subject has an e-mail address. Null if none was mailed: the caller must send the notice. */
            readonly noticeDelivery?: components["schemas"]["EmailStatus"] | null;
            /**
             * Format: date-time
             * @description Time at which an erasure of the subject revoked the access package.
             */
            readonly exportRevokedAt?: string | null;
            /** @description Id of the user who lodged the request. */
            readonly createdBy?: string;
            /** @description Id of the subject: the same for all requests of one person. */
            readonly subjectId?: string | null;
            /** @description Granted parts, for PARTIALLY_APPROVED. */
            readonly granted?: components["schemas"]["Grant"] | null;
            /**
             * Format: date-time
             * @description Time of execution, unless the completion is undone before.
             */
            readonly executesAt?: string | null;
            /** @description Id of the user who completed the request. It differs from `decidedBy`. */
            readonly executedBy?: string | null;
            /** @description Reason for the execution before the end of the grace period. */
            readonly graceReason?: string | null;
            /** @description Erasure certificate, for a completed DELETION. */
            readonly certificate?: components["schemas"]["ErasureCertificate"] | null;
            /**
             * Format: date-time
             * @description Due time, including any extension.
             */
            readonly dueAt?: string;
            /**
             * Format: int32
             * @description Calendar days in South Africa until the due date. Negative after it. Null for a closed request.
             */
            readonly daysLeft?: number | null;
            /** @description Whether the request is open and past its due date. */
            readonly overdue?: boolean;
            /** @description Notice to the subject about the current status. */
            readonly notice?: components["schemas"]["SubjectNotice"];
            /** @description Reasons of the extension, at most 10,000 characters. */
            reasons: string;
            /** @description Number of days, 1 to 30. Default 30. */
            days?: number | null;
        };
        /** @description Sums over analytics records, and the rates computed from them. A rate is null if its divisor is zero. */
        Figures: {
            /** @description Number of analytics records. */
            records: number;
            /** @description Number of impressions. */
            impressions: number;
            /** @description Number of clicks. */
            clicks: number;
            /** @description Number of conversions. */
            conversions: number;
            /** @description Spend, in cents of the South African rand. */
            spendCents: number;
            /** @description Revenue, in cents of the South African rand. */
            revenueCents: number;
            /** @description Click-through rate: clicks per impression. 0.02 means 2 %. */
            ctr: number | null;
            /** @description Conversions per click. 0.02 means 2 %. */
            conversionRate: number | null;
            /** @description Cost per click: spend per click, in cents. */
            cpcCents: number | null;
            /** @description Cost per acquisition: spend per conversion, in cents. */
            cpaCents: number | null;
            /** @description Return on investment: (revenue − spend) / spend. 0.5 means 50 %. Negative for a loss. */
            roi: number | null;
        };
        /** @description Parts of a request that are granted. Nothing else is executed. */
        Grant: {
            /** @description Whole resources that are granted, for example CLIENT. */
            resources: string[];
            /** @description Single records that are granted. */
            rows: components["schemas"]["GrantedRow"][];
            /** @description Single fields that are granted. */
            fields: components["schemas"]["GrantedField"][];
        };
        /** @description Parts of a request that are granted. Nothing else is executed. */
        GrantInput: {
            /** @description Whole resources that are granted, for example CLIENT. At most 100. */
            resources?: string[] | null;
            /** @description Single records that are granted. */
            rows?: components["schemas"]["GrantedRowInput"][] | null;
            /** @description Single fields that are granted. */
            fields?: components["schemas"]["GrantedFieldInput"][] | null;
        };
        /** @description One field of every record of a resource, with everything nested in it. */
        GrantedField: {
            /** @description Type of the resource, for example CLIENT. At most 64 characters. */
            resource: string;
            /** @description Path of the field, for example `contact` or `contact.email`. At most 200 characters. */
            field: string;
        };
        /** @description One field of every record of a resource, with everything nested in it. */
        GrantedFieldInput: {
            /** @description Type of the resource, for example CLIENT. At most 64 characters. */
            resource: string;
            /** @description Path of the field, for example `contact` or `contact.email`. At most 200 characters. */
            field: string;
        };
        /** @description One record of a resource. */
        GrantedRow: {
            /** @description Type of the resource, for example CLIENT. At most 64 characters. */
            resource: string;
            /** @description Id of the record. */
            rowId: string;
        };
        /** @description One record of a resource. */
        GrantedRowInput: {
            /** @description Type of the resource, for example CLIENT. At most 64 characters. */
            resource: string;
            /** @description Id of the record. */
            rowId: string;
        };
        /** @description Record that names the subject, or that belongs to a user id of the subject. */
        HeldRecord: {
            /** @description Type of the resource, for example CLIENT. */
            resource: string;
            /** @description Id of the record. */
            id: string;
            /** @description Identifiers that matched the subject: email, phone, idNumber, reference, name or userId. */
            matchedBy: string[];
            /** @description All fields of the record except secrets of the service. Other people’s data is replaced by `[third party]`. */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description Proof of the subject’s identity. The proof itself is not stored. */
        IdentityProof: {
            /** @description Method of proof, for example “identity document seen” or “confirmed by e-mail”. */
            method: string;
            /** @description Reference of the proof, for example a file number. */
            reference: string | null;
            /**
             * Format: date-time
             * @description Time of the verification.
             */
            verifiedAt: string;
            /** @description Id of the user who verified the identity. */
            verifiedBy: string;
        };
        /** @description Proof of a subject’s identity. */
        IdentityProofInput: {
            /** @description Method of proof, for example “identity document seen”. Not a document number. At most 200 characters. */
            method: string;
            /** @description Reference of the proof, for example a file number. At most 200 characters. */
            reference?: string | null;
        };
        /** @description Error in a row of an import. */
        ImportFault: {
            /**
             * Format: int32
             * @description Row number, from 1. The header of a CSV file does not count.
             */
            row: number;
            /** @description Name of the invalid field. Null if the error concerns the whole row. */
            field: string | null;
            /** @description Description of the error. */
            message: string;
        };
        /**
         * @description Treatment of valid rows if other rows are invalid.
         *
         *     PARTIAL: Valid rows are imported, invalid rows are reported.
         *
         *     ATOMIC: Nothing is imported if any row is invalid.
         * @enum {string}
         */
        ImportMode: "PARTIAL" | "ATOMIC";
        /** @description Result of an import. */
        ImportReport: {
            /**
             * Format: int32
             * @description Number of rows that were imported.
             */
            imported: number;
            /**
             * Format: int32
             * @description Number of rows that were not imported.
             */
            failed: number;
            /** @description Ids of the created clients, in the order of the rows. */
            ids: string[];
            /** @description Errors of the rows that were refused. */
            errors: components["schemas"]["ImportFault"][];
        };
        /** @description Result of recording analytics. */
        IngestReport: {
            /**
             * Format: int32
             * @description Number of records that were created.
             */
            recorded: number;
            /** @description Ids of the created records, in the order of the list. */
            ids: string[];
            /** @description Records that were skipped because their key exists. */
            duplicates: components["schemas"]["DuplicateRecord"][];
            /** @description Records that were created although their figures are suspect. */
            suspect: components["schemas"]["SuspectRecord"][];
        };
        /** @description External service that the gateway uses. */
        Integration: {
            /** @description Name of the external service. */
            name: components["schemas"]["IntegrationName"];
            /** @description State of the integration. */
            state: components["schemas"]["IntegrationState"];
            /** @description Result of the check, without secrets or addresses. */
            detail: string;
        };
        /**
         * @description Name of an external service.
         *
         *     identityProvider: Identity provider that issues the tokens.
         *
         *     database: Database.
         *
         *     redis: Redis or Valkey.
         *
         *     smtp: Mail server.
         *
         *     webhooks: Endpoints of webhooks.
         *
         *     alertmanager: Alertmanager of the monitoring.
         * @enum {string}
         */
        IntegrationName: "identityProvider" | "database" | "redis" | "smtp" | "webhooks" | "alertmanager";
        /** @description External services that the gateway uses. */
        IntegrationReport: {
            /**
             * Format: date-time
             * @description Time of the check.
             */
            checkedAt: string;
            /** @description The integrations and their states. */
            integrations: components["schemas"]["Integration"][];
        };
        /**
         * @description State of an integration.
         *
         *     WORKING: Configured and working.
         *
         *     FAILING: Configured, but not working.
         *
         *     CONFIGURED: Configured, but not checked yet.
         *
         *     NOT_CONFIGURED: Not configured.
         * @enum {string}
         */
        IntegrationState: "WORKING" | "FAILING" | "CONFIGURED" | "NOT_CONFIGURED";
        /** @description Invitation to join the team. */
        Invitation: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description E-mail address of the invited person. */
            email: string;
            /** @description Role that the invited person gets. */
            role: components["schemas"]["TeamRole"];
            /** @description Message to the invited person. */
            message: string | null;
            /**
             * Format: date-time
             * @description Time at which the invitation expires.
             */
            expiresAt: string;
            /** @description Whether this is a demo invitation: nothing is sent, and the invitation expires in an hour. */
            isDemo: boolean;
            /** @description Id of the user who sent the invitation. */
            createdBy: string;
            /** @description Id of the user who accepted or declined the invitation. */
            answeredBy: string | null;
            /**
             * Format: date-time
             * @description Time of the answer. Null until the invitation is answered.
             */
            answeredAt: string | null;
            /** @description Delivery status of the e-mail with the token. Null if no e-mail was sent and the inviter received the token. */
            emailStatus: components["schemas"]["EmailStatus"] | null;
            /** @description Reason why the e-mail FAILED. Resend the invitation to try again. */
            emailError: string | null;
            /** @description Status of the invitation. PENDING becomes EXPIRED at `expiresAt`. */
            status: components["schemas"]["InvitationStatus"];
        };
        /**
         * @description Action on an invitation.
         *
         *     resend: Send the invitation again, with a new token.
         *
         *     revoke: Revoke it.
         * @enum {string}
         */
        InvitationAction: "resend" | "revoke";
        /** @description Invitation to send. */
        InvitationInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /**
             * Format: email
             * @description E-mail address of the invited person.
             */
            email: string;
            /** @description Role that the invited person gets. It must not be above the caller’s own role. */
            role: components["schemas"]["TeamRole"];
            /** @description Message to the invited person. At most 2,000 characters. */
            message?: string | null;
            /**
             * Format: date-time
             * @description Time at which the invitation expires.
             */
            readonly expiresAt?: string;
            /** @description Whether this is a demo invitation: nothing is sent, and the invitation expires in an hour. */
            readonly isDemo?: boolean;
            /** @description Id of the user who sent the invitation. */
            readonly createdBy?: string;
            /** @description Id of the user who accepted or declined the invitation. */
            readonly answeredBy?: string | null;
            /**
             * Format: date-time
             * @description Time of the answer. Null until the invitation is answered.
             */
            readonly answeredAt?: string | null;
            /** @description Delivery status of the e-mail with the token. Null if no e-mail was sent and the inviter received the token. */
            readonly emailStatus?: components["schemas"]["EmailStatus"] | null;
            /** @description Reason why the e-mail FAILED. Resend the invitation to try again. */
            readonly emailError?: string | null;
            /** @description Status of the invitation. PENDING becomes EXPIRED at `expiresAt`. */
            readonly status?: components["schemas"]["InvitationStatus"];
            /** @description Token that accepts the invitation. Null if the token was sent by e-mail, to the invited person only. */
            readonly token?: string | null;
            /** @description Link with the token. Null if PUBLIC_URL is not configured. */
            readonly acceptUrl?: string | null;
            /** @description Validity in days, 1 to 30. Default 7. */
            expiresInDays?: number | null;
        };
        /**
         * @description Status of an invitation.
         *
         *     PENDING: Waiting for an answer.
         *
         *     ACCEPTED: Accepted: the person is a member.
         *
         *     DECLINED: Declined by the person.
         *
         *     REVOKED: Revoked by the organization.
         *
         *     EXPIRED: Not answered in time.
         * @enum {string}
         */
        InvitationStatus: "PENDING" | "ACCEPTED" | "DECLINED" | "REVOKED" | "EXPIRED";
        /** @description Resource that an erasure keeps. */
        KeptResource: {
            /** @description Type of the resource, for example AUDIT_RECORD. */
            resource: string;
            /** @description Reason why the resource is kept. */
            reason: string;
            /** @description Cause of the text: `code`, for example PERMISSION_MISSING, and the values of the text by name. Null if it has no code. */
            cause: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description The official languages of South Africa, as BCP 47 codes.
         *
         *     en: English.
         *
         *     af: Afrikaans.
         *
         *     nr: isiNdebele.
         *
         *     nso: Sepedi.
         *
         *     sfs: South African Sign Language.
         *
         *     ss: siSwati.
         *
         *     st: Sesotho.
         *
         *     tn: Setswana.
         *
         *     ts: Xitsonga.
         *
         *     ve: Tshivenda.
         *
         *     xh: isiXhosa.
         *
         *     zu: isiZulu.
         * @enum {string}
         */
        Language: "en" | "af" | "nr" | "nso" | "sfs" | "ss" | "st" | "tn" | "ts" | "ve" | "xh" | "zu";
        /** @description Record that was left unchanged, in part or whole. */
        LeftRow: {
            /** @description Type of the resource, for example CLIENT. */
            resource: string;
            /** @description Id of the record. */
            rowId: string;
            /** @description Reason why the record was left. */
            standing: components["schemas"]["SubjectRowStanding"];
            /** @description Reason why the record was left. Null if there is none. */
            reason: string | null;
            /** @description Cause of the text: `code`, for example PERMISSION_MISSING, and the values of the text by name. Null if it has no code. */
            cause: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description Language of e-mails to a member and of the compliance report.
         *
         *     en: English.
         *
         *     af: Afrikaans.
         *
         *     zu: isiZulu.
         * @enum {string}
         */
        MailLanguage: "en" | "af" | "zu";
        /** @description Activity and workload of a member. */
        MemberActivity: {
            /** @description Id of the member. */
            memberId: string;
            /** @description User id of the member. */
            userId: string;
            /** @description Name of the member. */
            name: string;
            /** @description Role of the member. */
            role: components["schemas"]["TeamRole"];
            /**
             * Format: int32
             * @description Number of audit records of the last 30 days.
             */
            actions: number;
            /**
             * Format: date-time
             * @description Time of the newest audit record of the last 30 days.
             */
            lastActiveAt: string | null;
            /**
             * Format: int32
             * @description Number of the member’s campaigns that have not ended.
             */
            openCampaigns: number;
            /**
             * Format: int32
             * @description Number of the member’s content items that are not published.
             */
            openContent: number;
        };
        /** @description Moving average of the buckets that end with this one. */
        MovingAverage: {
            /** @description Mean number of impressions. */
            impressions: number;
            /** @description Mean number of clicks. */
            clicks: number;
            /** @description Mean number of conversions. */
            conversions: number;
            /** @description Mean spend, in cents of the South African rand. */
            spendCents: number;
            /** @description Mean revenue, in cents of the South African rand. */
            revenueCents: number;
        };
        /** @description Notification of an event in the organization. Each user has a read mark of their own. */
        Notification: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Type of the event, for example CAMPAIGN_APPROVED. */
            type: string;
            /** @description Type of the resource, for example CAMPAIGN. */
            resourceType: string;
            /** @description Id of the resource. Null if there is none. */
            resourceId: string | null;
            /** @description English text of the notification, with the values of `parameters`. */
            message: string;
            /**
             * Format: date-time
             * @description Time at which the caller marked the notification as read. Null while it is unread.
             */
            readAt: string | null;
        };
        /** @description Totals of the list. A field that does not apply is absent. */
        NotificationPageMeta: {
            /**
             * Format: int32
             * @description Total number of matches.
             */
            total: number;
            /**
             * Format: int32
             * @description Number of this page. Null if the list is not paginated by number.
             */
            page?: number;
            /**
             * Format: int32
             * @description Items per page. Null if the list is not paginated by number.
             */
            limit?: number;
            /**
             * Format: int32
             * @description Number of pages: `totalCount` divided by `limit`, rounded up.
             */
            pages?: number;
            /**
             * Format: int32
             * @description Number of unread notifications of the caller, regardless of the filter.
             */
            unread: number;
        };
        /**
         * @description Direction of an order.
         *
         *     ASC: Ascending.
         *
         *     DESC: Descending.
         * @enum {string}
         */
        OrderDirection: "ASC" | "DESC";
        /** @description Organization that the caller acts for. */
        Organization: {
            /** @description Contact details, with fields of the caller’s own. */
            contact: {
                [key: string]: unknown;
            } | null;
            /** @description Address, with fields of the caller’s own. */
            address: {
                [key: string]: unknown;
            } | null;
            /** @description Name of the Information Officer (POPIA section 55). */
            informationOfficerName: string | null;
            /** @description E-mail address of the Information Officer. */
            informationOfficerEmail: string | null;
            /** @description Phone number of the Information Officer. */
            informationOfficerPhone: string | null;
            /** @description Registration number of the Information Officer at the Information Regulator. */
            informationOfficerRegistration: string | null;
            /** @description Registration number of the organization at the Information Regulator. */
            popiaRegistration: string | null;
            /** @description Id of the organization at the identity provider. */
            id: string;
            /** @description Name of the organization. */
            name: string | null;
            /**
             * Format: date-time
             * @description Time at which the record was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
        };
        /** @description Changes to the organization. Absent fields stay unchanged; null clears a field. */
        OrganizationPatch: {
            /** @description Contact details, with fields of the caller’s own. At most 16 KiB as JSON. */
            contact?: {
                [key: string]: unknown;
            } | null;
            /** @description Address, with fields of the caller’s own. At most 16 KiB as JSON. */
            address?: {
                [key: string]: unknown;
            } | null;
            /** @description Name of the Information Officer (POPIA section 55). At most 200 characters. */
            informationOfficerName?: string | null;
            /**
             * Format: email
             * @description E-mail address of the Information Officer.
             */
            informationOfficerEmail?: string | null;
            /** @description Phone number of the Information Officer. At most 32 characters. */
            informationOfficerPhone?: string | null;
            /** @description Registration number of the Information Officer at the Information Regulator. At most 64 characters. */
            informationOfficerRegistration?: string | null;
            /** @description Registration number of the organization at the Information Regulator. At most 64 characters. */
            popiaRegistration?: string | null;
            /** @description Id of the organization at the identity provider. */
            readonly id?: string;
            /** @description Name of the organization, at most 200 characters. */
            name?: string;
            /**
             * Format: date-time
             * @description Time at which the record was created.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Security settings to change, as in `updateSecuritySettings`. */
            security?: components["schemas"]["SecurityPatch"] | null;
        };
        /** @description Totals of the list. A field that does not apply is absent. */
        PageMeta: {
            /**
             * Format: int32
             * @description Total number of matches.
             */
            total: number;
            /**
             * Format: int32
             * @description Number of this page. Null if the list is not paginated by number.
             */
            page?: number;
            /**
             * Format: int32
             * @description Items per page. Null if the list is not paginated by number.
             */
            limit?: number;
            /**
             * Format: int32
             * @description Number of pages: `totalCount` divided by `limit`, rounded up.
             */
            pages?: number;
        };
        /**
         * @description Value to rank campaigns or groups of campaigns by.
         *
         *     NAME: Name of the campaign or group.
         *
         *     STATUS: Status of the campaign. VALIDATION_ERROR for groups.
         *
         *     CAMPAIGNS: Number of campaigns of the group. VALIDATION_ERROR for campaigns.
         *
         *     IMPRESSIONS: Number of impressions.
         *
         *     CLICKS: Number of clicks.
         *
         *     CONVERSIONS: Number of conversions.
         *
         *     SPEND: Spend.
         *
         *     REVENUE: Revenue.
         *
         *     CTR: Click-through rate.
         *
         *     CONVERSION_RATE: Conversions per click.
         *
         *     CPC: Cost per click.
         *
         *     CPA: Cost per acquisition.
         *
         *     ROI: Return on investment.
         * @enum {string}
         */
        PerformanceSort: "NAME" | "STATUS" | "CAMPAIGNS" | "IMPRESSIONS" | "CLICKS" | "CONVERSIONS" | "SPEND" | "REVENUE" | "CTR" | "CONVERSION_RATE" | "CPC" | "CPA" | "ROI";
        /** @description Figures of a period, first and last day included. */
        PeriodFigures: {
            /** @description Number of analytics records. */
            records: number;
            /** @description Number of impressions. */
            impressions: number;
            /** @description Number of clicks. */
            clicks: number;
            /** @description Number of conversions. */
            conversions: number;
            /** @description Spend, in cents of the South African rand. */
            spendCents: number;
            /** @description Revenue, in cents of the South African rand. */
            revenueCents: number;
            /** @description Click-through rate: clicks per impression. 0.02 means 2 %. */
            ctr: number | null;
            /** @description Conversions per click. 0.02 means 2 %. */
            conversionRate: number | null;
            /** @description Cost per click: spend per click, in cents. */
            cpcCents: number | null;
            /** @description Cost per acquisition: spend per conversion, in cents. */
            cpaCents: number | null;
            /** @description Return on investment: (revenue − spend) / spend. 0.5 means 50 %. Negative for a loss. */
            roi: number | null;
            /**
             * Format: date
             * @description First day of the period.
             */
            from: string;
            /**
             * Format: date
             * @description Last day of the period, included.
             */
            to: string;
        };
        /**
         * @description Figure to predict.
         *
         *     IMPRESSIONS: Number of impressions.
         *
         *     CLICKS: Number of clicks.
         *
         *     CONVERSIONS: Number of conversions.
         *
         *     SPEND: Spend, in cents of the South African rand.
         *
         *     REVENUE: Revenue, in cents of the South African rand.
         * @enum {string}
         */
        PredictedMeasure: "IMPRESSIONS" | "CLICKS" | "CONVERSIONS" | "SPEND" | "REVENUE";
        /** @description Forecast of the buckets after the last complete one. */
        Prediction: {
            /** @description Method of the forecast. */
            method: components["schemas"]["PredictionMethod"];
            /** @description Form of exponential smoothing as error, trend and season, for example ETS(M,Ad,M). */
            model: string | null;
            /** @description The predicted figure. */
            measure: components["schemas"]["PredictedMeasure"];
            /** @description Width of a bucket. */
            interval: components["schemas"]["AnalyticsInterval"];
            /**
             * Format: int32
             * @description Level of the intervals in percent: the probability that an actual value is inside. Intervals are wider than those of the model if the model was too narrow for the past.
             */
            level: number;
            /**
             * Format: int32
             * @description Number of complete buckets of history that were used, at most the last 365.
             */
            observations: number;
            /**
             * Format: date
             * @description Last day with records of a series that has ended. A series has ended if its campaign is over, or if it has had no records for more than 14 days and for twice as long as ever before. Null for a series that continues.
             */
            endedOn: string | null;
            /**
             * Format: int32
             * @description Buckets per season. Null if the method has no season.
             */
            seasonLength: number | null;
            /** @description Weight of the newest error in the level, 0 to 1. For TSB: weight of the newest amount. */
            alpha: number | null;
            /** @description Weight of the newest error in the trend, 0 to 1. For TSB: weight of the newest observation in the probability of an amount. */
            beta: number | null;
            /** @description Weight of the newest error in the season, 0 to 1. Null if the method has no season. */
            gamma: number | null;
            /** @description Damping factor of the trend per bucket. Null if the method has no trend. */
            phi: number | null;
            /** @description Forecast by bucket. Empty for a series that has ended. */
            points: components["schemas"]["PredictionPoint"][];
        };
        /**
         * @description Forecasting method. By default the form of exponential smoothing with the best corrected Akaike information criterion. Seasonal naive, or TSB for intermittent amounts, if it forecast the past better.
         *
         *     SIMPLE_SMOOTHING: Level without trend or season.
         *
         *     HOLT: Level and linear trend.
         *
         *     DAMPED_TREND: Level and damped trend.
         *
         *     HOLT_WINTERS: Level and season, with or without a trend. Needs three seasons of history.
         *
         *     SEASONAL_NAIVE: Value of one season ago. Needs two seasons of history.
         *
         *     TSB: Method of Teunter, Syntetos and Babai for intermittent amounts: the probability of an amount times its expected size.
         *
         *     NONE: The series has ended, so there is no forecast.
         * @enum {string}
         */
        PredictionMethod: "SIMPLE_SMOOTHING" | "HOLT" | "DAMPED_TREND" | "HOLT_WINTERS" | "SEASONAL_NAIVE" | "TSB" | "NONE";
        /** @description Forecast of one bucket. */
        PredictionPoint: {
            /**
             * Format: date
             * @description First day of the bucket.
             */
            from: string;
            /**
             * Format: date
             * @description Last day of the bucket.
             */
            to: string;
            /** @description Expected value, never below 0. */
            value: number;
            /** @description Lower bound of the interval. */
            lower: number;
            /** @description Upper bound of the interval. */
            upper: number;
        };
        /** @description Compliance checks of the organization, with score and level. */
        ProviderCompliance: {
            /**
             * Format: int32
             * @description Score in percent: the weight of the passed checks, divided by the weight of the applicable checks. Null if no check applies.
             */
            score: number | null;
            /** @description Compliance level. Null if no check applies. */
            level: components["schemas"]["ComplianceLevel"] | null;
            /**
             * Format: int32
             * @description Number of checks that pass.
             */
            met: number;
            /**
             * Format: int32
             * @description Number of applicable checks.
             */
            total: number;
            /** @description The checks and their results. */
            checks: components["schemas"]["ComplianceCheck"][];
        };
        /** @description Line of a report. */
        ReportRow: {
            /** @description Section of the report. */
            section: string;
            /** @description Name of the count or statement. */
            measure: string;
            /** @description Value as text. */
            value: string;
        };
        /** @description Corrected data of a subject. Null fields stay unchanged. */
        RequestCorrection: {
            /** @description Correct name. */
            name: string | null;
            /** @description Correct e-mail address. */
            email: string | null;
            /** @description Correct phone number. */
            phone: string | null;
        };
        /** @description Corrected data of a subject, at least one field. Applied in all tables. */
        RequestCorrectionInput: {
            /** @description Correct name. At most 200 characters. */
            name?: string | null;
            /**
             * Format: email
             * @description Correct e-mail address.
             */
            email?: string | null;
            /** @description Correct phone number. */
            phone?: string | null;
        };
        /** @description Person whom a request is about. After an erasure, only a pseudonym remains. */
        RequestSubject: {
            /** @description Name of the person. */
            name: string;
            /** @description E-mail address of the person. */
            email: string | null;
            /** @description Phone number of the person. */
            phone: string | null;
            /** @description South African identity number, 13 digits. */
            idNumber: string | null;
            /** @description Reference of the person in the organization, for example a customer number. */
            reference: string | null;
        };
        /** @description Person whom a request is about, with all known identifiers. */
        RequestSubjectInput: {
            /** @description Name of the person, at most 200 characters. */
            name: string;
            /**
             * Format: email
             * @description E-mail address of the person.
             */
            email?: string | null;
            /** @description Phone number in any usual notation, for example +27 82 123 4567. */
            phone?: string | null;
            /** @description South African identity number, an additional identifier. At most 20 characters. */
            idNumber?: string | null;
            /** @description Reference of the person in the organization, for example a customer number. At most 64 characters. */
            reference?: string | null;
        } & ({
            email: unknown;
        } | {
            phone: unknown;
        });
        /** @description Retention periods to set. The other periods stay unchanged. */
        RetentionInput: {
            /** @description Periods to set, 1 to 50. */
            periods: components["schemas"]["RetentionPeriodInput"][];
        };
        /** @description Retention period of a resource (POPIA section 14). */
        RetentionPeriod: {
            /** @description Type of the resource, for example CAMPAIGNS. */
            resource: string;
            /**
             * Format: int32
             * @description Retention period in days. Older records are deleted. Older consents lose their subject.
             */
            days: number;
            /** @description Whether this is the default period. */
            isDefault: boolean;
            /** @description Date field that the age is counted from. If it names several fields, the earliest date counts. */
            countedFrom: string;
            /** @description Statuses to which the period applies. Empty: all statuses. */
            statuses: string[];
            /**
             * Format: int32
             * @description Number of records past the period that are not deleted yet, counted up to 1000.
             */
            backlog: number;
            /** @description Number of records deleted so far. */
            deletedCount: number;
            /**
             * Format: date-time
             * @description Time of the last deletion.
             */
            enforcedAt: string | null;
        };
        /** @description Retention period of one resource. */
        RetentionPeriodInput: {
            /** @description Type of the resource, for example CAMPAIGNS. The schedule lists them. At most 64 characters. */
            resource: string;
            /** @description Retention period in days. Null or absent: the default. 1 to 36,500. */
            days?: number | null;
        };
        /** @description Retention periods of all resources. */
        RetentionSchedule: {
            /** @description Retention period of each resource. */
            periods: components["schemas"]["RetentionPeriod"][];
        };
        /**
         * @description Role of a user or an API key.
         *
         *     admin: Everything.
         *
         *     manager: All actions on clients, campaigns and content; starts campaigns, approves content, sends invitations.
         *
         *     member: Creates and edits clients, campaigns and content.
         *
         *     compliance: Reads data, handles privacy matters, and reads and exports the audit trail.
         *
         *     viewer: Reads.
         * @enum {string}
         */
        Role: "admin" | "manager" | "member" | "compliance" | "viewer";
        /** @description Number of members with a role. */
        RoleCount: {
            /** @description The role. */
            role: components["schemas"]["TeamRole"];
            /**
             * Format: int32
             * @description Number of members with the role.
             */
            members: number;
        };
        /**
         * @description Sector of a client.
         *
         *     GOVERNMENT: Government: municipalities, departments, state-owned entities.
         *
         *     BUSINESS: Business.
         * @enum {string}
         */
        Sector: "GOVERNMENT" | "BUSINESS";
        /** @description Figures of the campaigns for one sector. */
        SectorFigures: {
            /** @description Number of analytics records. */
            records: number;
            /** @description Number of impressions. */
            impressions: number;
            /** @description Number of clicks. */
            clicks: number;
            /** @description Number of conversions. */
            conversions: number;
            /** @description Spend, in cents of the South African rand. */
            spendCents: number;
            /** @description Revenue, in cents of the South African rand. */
            revenueCents: number;
            /** @description Click-through rate: clicks per impression. 0.02 means 2 %. */
            ctr: number | null;
            /** @description Conversions per click. 0.02 means 2 %. */
            conversionRate: number | null;
            /** @description Cost per click: spend per click, in cents. */
            cpcCents: number | null;
            /** @description Cost per acquisition: spend per conversion, in cents. */
            cpaCents: number | null;
            /** @description Return on investment: (revenue − spend) / spend. 0.5 means 50 %. Negative for a loss. */
            roi: number | null;
            /** @description The sector; null for campaigns without a client. */
            sector: components["schemas"]["Sector"] | null;
            /**
             * Format: int32
             * @description Number of clients with campaigns.
             */
            clients: number;
            /**
             * Format: int32
             * @description Number of campaigns.
             */
            campaigns: number;
        };
        /** @description Changes to the security settings. Absent fields stay unchanged; null removes the limit. */
        SecurityPatch: {
            /** @description Addresses or ranges such as 203.0.113.0/24 or 2001:db8::/32, at most 100. */
            allowedAddresses?: string[] | null;
            /** @description Maximum age of a session in minutes, by the claim `auth_time` or else `iat` of the token. 5 to 525,600. */
            maximumSessionMinutes?: number | null;
            /** @description Role that may export, in addition to admin. Null: every role with the permission. */
            exportRole?: components["schemas"]["Role"] | null;
            /** @description Whether AI agents may act for their users over MCP. Null: no. */
            agentsAllowed?: boolean | null;
        };
        /** @description Security settings that apply to all requests for the organization. */
        SecuritySettings: {
            /** @description Address ranges (CIDR) from which requests are accepted. Empty: any address. */
            allowedAddresses: string[];
            /**
             * Format: int32
             * @description Maximum age of a session in minutes, since the sign-in (claim `auth_time`), or else since the issue of the token (claim `iat`). Older tokens, and tokens without both claims, are refused.
             */
            maximumSessionMinutes: number | null;
            /** @description Role that may export, in addition to admin. Null: every role with the permission. */
            exportRole: components["schemas"]["Role"] | null;
            /** @description Whether AI agents may act for their users over MCP. False until it is set. */
            agentsAllowed: boolean;
        };
        /** @description Invitation that was just sent, with its token. The token is returned only once. */
        SentInvitation: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description E-mail address of the invited person. */
            email: string;
            /** @description Role that the invited person gets. */
            role: components["schemas"]["TeamRole"];
            /** @description Message to the invited person. */
            message: string | null;
            /**
             * Format: date-time
             * @description Time at which the invitation expires.
             */
            expiresAt: string;
            /** @description Whether this is a demo invitation: nothing is sent, and the invitation expires in an hour. */
            isDemo: boolean;
            /** @description Id of the user who sent the invitation. */
            createdBy: string;
            /** @description Id of the user who accepted or declined the invitation. */
            answeredBy: string | null;
            /**
             * Format: date-time
             * @description Time of the answer. Null until the invitation is answered.
             */
            answeredAt: string | null;
            /** @description Delivery status of the e-mail with the token. Null if no e-mail was sent and the inviter received the token. */
            emailStatus: components["schemas"]["EmailStatus"] | null;
            /** @description Reason why the e-mail FAILED. Resend the invitation to try again. */
            emailError: string | null;
            /** @description Status of the invitation. PENDING becomes EXPIRED at `expiresAt`. */
            status: components["schemas"]["InvitationStatus"];
            /** @description Token that accepts the invitation. Null if the token was sent by e-mail, to the invited person only. */
            token: string | null;
            /** @description Link with the token. Null if PUBLIC_URL is not configured. */
            acceptUrl: string | null;
        };
        /** @description Figures of all campaigns with one status. */
        StatusFigures: {
            /** @description Number of analytics records. */
            records: number;
            /** @description Number of impressions. */
            impressions: number;
            /** @description Number of clicks. */
            clicks: number;
            /** @description Number of conversions. */
            conversions: number;
            /** @description Spend, in cents of the South African rand. */
            spendCents: number;
            /** @description Revenue, in cents of the South African rand. */
            revenueCents: number;
            /** @description Click-through rate: clicks per impression. 0.02 means 2 %. */
            ctr: number | null;
            /** @description Conversions per click. 0.02 means 2 %. */
            conversionRate: number | null;
            /** @description Cost per click: spend per click, in cents. */
            cpcCents: number | null;
            /** @description Cost per acquisition: spend per conversion, in cents. */
            cpaCents: number | null;
            /** @description Return on investment: (revenue − spend) / spend. 0.5 means 50 %. Negative for a loss. */
            roi: number | null;
            /** @description Status of the campaigns. */
            status: components["schemas"]["CampaignStatus"];
            /**
             * Format: int32
             * @description Number of campaigns with the status.
             */
            campaigns: number;
        };
        /** @description Notice to the subject. The caller sends it, unless it is sent by e-mail. */
        SubjectNotice: {
            /** @description Recipient: the subject’s e-mail address, or else the phone number. */
            to: string | null;
            /** @description Text of the notice. */
            text: string;
        };
        /**
         * @description Treatment of a record that names or may name the subject.
         *
         *     PROPOSED: Identified by an address or number of the subject. Treated unless left out.
         *
         *     REVIEW: The record may be about someone else, in part or whole. It is left until a person confirms it.
         *
         *     CONFIRMED: Confirmed by a person. Treated.
         *
         *     LEFT_OUT: A person left out some of its fields.
         *
         *     HELD: Kept by a legal hold or a duty to retain.
         *
         *     NOT_GRANTED: Not granted by the decision.
         * @enum {string}
         */
        SubjectRowStanding: "PROPOSED" | "REVIEW" | "CONFIRMED" | "LEFT_OUT" | "HELD" | "NOT_GRANTED";
        /**
         * @description Reason why the figures of an analytics record are suspect.
         *
         *     CLICKS_EXCEED_IMPRESSIONS: More clicks than impressions, where impressions are reported.
         *
         *     CONVERSIONS_EXCEED_CLICKS: More conversions than clicks, where clicks are reported.
         *
         *     FIGURES_OUTSIDE_HISTORY: A figure is more than ten times the highest day of the campaign.
         *
         *     DAY_OUTSIDE_HISTORY: The day lies more than a year before or after the other days of the campaign.
         * @enum {string}
         */
        SuspectReason: "CLICKS_EXCEED_IMPRESSIONS" | "CONVERSIONS_EXCEED_CLICKS" | "FIGURES_OUTSIDE_HISTORY" | "DAY_OUTSIDE_HISTORY";
        /** @description Record whose figures are suspect. */
        SuspectRecord: {
            /**
             * Format: int32
             * @description Position in the list, from 0.
             */
            index: number;
            /** @description Reasons why the figures are suspect. */
            reasons: components["schemas"]["SuspectReason"][];
        };
        /** @description Statistics of the team. */
        TeamAnalytics: {
            /**
             * Format: int32
             * @description Number of members.
             */
            members: number;
            /**
             * Format: int32
             * @description Number of members with an audit record in the last 30 days.
             */
            activeMembers: number;
            /** @description Number of members by role. */
            byRole: components["schemas"]["RoleCount"][];
            /** @description Activity by member, most active first, at most 500. */
            activity: components["schemas"]["MemberActivity"][];
        };
        /** @description Member of the organization’s team. */
        TeamMember: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Name of the member. */
            name: string;
            /** @description E-mail address of the member. */
            email: string | null;
            /** @description Role of the member. */
            role: components["schemas"]["TeamRole"];
            /** @description Id of the user at the identity provider. */
            userId: string;
            /** @description Id of the user who added the member. */
            createdBy: string;
        };
        /** @description Member to add to the team. */
        TeamMemberInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Name of the member. At most 200 characters. */
            name: string;
            /**
             * Format: email
             * @description E-mail address of the member.
             */
            email?: string | null;
            /** @description Role of the member. */
            role: components["schemas"]["TeamRole"];
            /** @description Id of the user at the identity provider. At most 255 characters. */
            userId: string;
            /** @description Id of the user who added the member. */
            readonly createdBy?: string;
        };
        /** @description Changes to a member. Absent fields stay unchanged. */
        TeamMemberPatch: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Name of the member. At most 200 characters. */
            name?: string;
            /**
             * Format: email
             * @description E-mail address of the member.
             */
            email?: string | null;
            /** @description Role of the member. */
            role?: components["schemas"]["TeamRole"];
            /** @description Id of the user at the identity provider. */
            readonly userId?: string;
            /** @description Id of the user who added the member. */
            readonly createdBy?: string;
        };
        /**
         * @description Role of a member in the organization.
         *
         *     admin: Everything.
         *
         *     manager: All actions on clients, campaigns and content; starts campaigns, approves content, sends invitations.
         *
         *     member: Creates and edits clients, campaigns and content.
         *
         *     compliance: Reads data, handles privacy matters, and reads and exports the audit trail.
         *
         *     viewer: Reads.
         * @enum {string}
         */
        TeamRole: "admin" | "manager" | "member" | "compliance" | "viewer";
        /** @description Number of rows of one resource that were treated. */
        TreatedResource: {
            /** @description Type of the resource, for example CLIENT. */
            resource: string;
            /**
             * Format: int32
             * @description Number of rows found, for an access package.
             */
            found: number;
            /**
             * Format: int32
             * @description Number of rows deleted.
             */
            deleted: number;
            /**
             * Format: int32
             * @description Number of rows in which the subject was replaced by a pseudonym, or corrected.
             */
            rewritten: number;
        };
        /** @description Figures of one bucket. Buckets without records have zeros. */
        TrendPoint: {
            /** @description Number of analytics records. */
            records: number;
            /** @description Number of impressions. */
            impressions: number;
            /** @description Number of clicks. */
            clicks: number;
            /** @description Number of conversions. */
            conversions: number;
            /** @description Spend, in cents of the South African rand. */
            spendCents: number;
            /** @description Revenue, in cents of the South African rand. */
            revenueCents: number;
            /** @description Click-through rate: clicks per impression. 0.02 means 2 %. */
            ctr: number | null;
            /** @description Conversions per click. 0.02 means 2 %. */
            conversionRate: number | null;
            /** @description Cost per click: spend per click, in cents. */
            cpcCents: number | null;
            /** @description Cost per acquisition: spend per conversion, in cents. */
            cpaCents: number | null;
            /** @description Return on investment: (revenue − spend) / spend. 0.5 means 50 %. Negative for a loss. */
            roi: number | null;
            /**
             * Format: date
             * @description First day of the period.
             */
            from: string;
            /**
             * Format: date
             * @description Last day of the period, included.
             */
            to: string;
            /** @description Moving average up to and including this bucket. */
            movingAverage: components["schemas"]["MovingAverage"];
        };
        /** @description Figures over time, by bucket. */
        Trends: {
            /** @description IANA time zone that decides which day is today. */
            timeZone: string;
            /** @description Width of a bucket. */
            interval: components["schemas"]["AnalyticsInterval"];
            /**
             * Format: date
             * @description First day of the first bucket.
             */
            from: string;
            /**
             * Format: date
             * @description Last day of the last bucket.
             */
            to: string;
            /**
             * Format: int32
             * @description Number of buckets of the moving average, including those before the first point.
             */
            window: number;
            /** @description The buckets, oldest first. */
            points: components["schemas"]["TrendPoint"][];
        };
        /** @description Endpoint that receives events (standardwebhooks.com). */
        Webhook: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description URL that messages are sent to. */
            url: string;
            /** @description Types of events to send: actions of the audit trail, `*` for all. */
            events: string[];
            /** @description Description of the webhook. */
            description: string | null;
            /** @description Whether messages are delivered. */
            status: components["schemas"]["WebhookStatus"];
            /** @description Reason why the service disabled the webhook. Null otherwise. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description Time of the first failure since the last success.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Time until which no message is sent, because the endpoint did not answer. Null if sending is not paused.
             */
            restingUntil: string | null;
            /** @description Id of the user who created the webhook. */
            createdBy: string;
            /**
             * Format: date-time
             * @description Time until which messages are also signed with the old secret.
             */
            oldSecretUntil: string | null;
            /** @description Secret that verifies signatures. Returned once, when it is created or rotated. Null afterwards. */
            secret: string | null;
        };
        /** @description Message to one endpoint, and its delivery. */
        WebhookDelivery: {
            /** @description Unique id (UUID), assigned by the service. */
            id: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updatedAt: string;
            /** @description Id of the webhook. */
            webhookId: string;
            /** @description Value of the header `webhook-id`. It is the same on every attempt, so that receivers recognise repeated messages. */
            messageId: string;
            /** @description Type of the event, for example CLIENT_CREATED. */
            type: string;
            /** @description Field `data` of the message, together with `occurredAt` (the field `timestamp` of the message) and `sequence` (its own field). */
            payload: {
                [key: string]: unknown;
            };
            /** @description Status of the delivery. */
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description Attempts to deliver, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description Time of the next attempt. Null if there is none.
             */
            nextAttemptAt: string | null;
        };
        /**
         * @description Status of a webhook delivery.
         *
         *     PENDING: Waiting for the next attempt.
         *
         *     DELIVERED: Accepted by the endpoint.
         *
         *     DEAD: All attempts failed. A user can send the message again.
         * @enum {string}
         */
        WebhookDeliveryStatus: "PENDING" | "DELIVERED" | "DEAD";
        /** @description Webhook to create. */
        WebhookInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /**
             * Format: uri
             * @description URL that messages are sent to: https, on the public internet, not on a port of another protocol (such as 22 or 25).
             */
            url: string;
            /** @description Types of events to send, for example CLIENT_CREATED; `*` for all. At most 100. VALIDATION_ERROR for an unknown type, with a list of the known types. */
            events: string[];
            /** @description Description of the webhook, at most 500 characters. */
            description?: string | null;
            /** @description Whether messages are delivered. */
            readonly status?: components["schemas"]["WebhookStatus"];
            /** @description Reason why the service disabled the webhook. Null otherwise. */
            readonly disabledReason?: string | null;
            /**
             * Format: date-time
             * @description Time of the first failure since the last success.
             */
            readonly failingSince?: string | null;
            /**
             * Format: date-time
             * @description Time until which no message is sent, because the endpoint did not answer. Null if sending is not paused.
             */
            readonly restingUntil?: string | null;
            /** @description Id of the user who created the webhook. */
            readonly createdBy?: string;
            /**
             * Format: date-time
             * @description Time until which messages are also signed with the old secret.
             */
            readonly oldSecretUntil?: string | null;
            /** @description Secret that verifies signatures. Returned once, when it is created or rotated. Null afterwards. */
            readonly secret?: string | null;
        };
        /** @description Changes to a webhook. Absent fields stay unchanged. */
        WebhookPatch: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /**
             * Format: uri
             * @description URL that messages are sent to: https, on the public internet.
             */
            url?: string;
            /** @description Types of events to send, for example CLIENT_CREATED; `*` for all. At most 100. VALIDATION_ERROR for an unknown type, with a list of the known types. */
            events?: string[];
            /** @description Description of the webhook, at most 500 characters. */
            description?: string | null;
            /** @description New status. DISABLED: events are neither sent nor stored. ACTIVE also re-enables a webhook that the service disabled. */
            status?: components["schemas"]["WebhookStatus"];
            /** @description Reason why the service disabled the webhook. Null otherwise. */
            readonly disabledReason?: string | null;
            /**
             * Format: date-time
             * @description Time of the first failure since the last success.
             */
            readonly failingSince?: string | null;
            /**
             * Format: date-time
             * @description Time until which no message is sent, because the endpoint did not answer. Null if sending is not paused.
             */
            readonly restingUntil?: string | null;
            /** @description Id of the user who created the webhook. */
            readonly createdBy?: string;
            /**
             * Format: date-time
             * @description Time until which messages are also signed with the old secret.
             */
            readonly oldSecretUntil?: string | null;
            /** @description Secret that verifies signatures. Returned once, when it is created or rotated. Null afterwards. */
            readonly secret?: string | null;
            /** @description true creates a new secret, as `rotateWebhookSecret` does. */
            rotateSecret?: boolean | null;
            /** @description Id of a delivery to send again, as `resendWebhookDelivery` does. */
            resend?: string | null;
        };
        /**
         * @description Whether messages are delivered to an endpoint.
         *
         *     ACTIVE: Messages are delivered.
         *
         *     DISABLED: Messages are neither sent nor stored.
         * @enum {string}
         */
        WebhookStatus: "ACTIVE" | "DISABLED";
        /** @description Withdrawal of a consent. */
        WithdrawalInput: {
            /** @description Unique id (UUID), assigned by the service. */
            readonly id?: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            readonly createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            readonly updatedAt?: string;
            /** @description Purpose as it was given. MARKETING, case-insensitive, covers campaigns. */
            readonly purpose?: string;
            /** @description Channel that the consent covers. */
            readonly channel?: components["schemas"]["ConsentChannel"];
            /** @description Address on the channel. Default: the subject’s e-mail address for EMAIL, otherwise the phone number. */
            readonly address?: string | null;
            /** @description Wording that the subject agreed to. */
            readonly wording?: string;
            /** @description Version of the wording. */
            readonly version?: string | null;
            /** @description Source of the consent, for example a form and its address. */
            readonly source?: string | null;
            /**
             * Format: date-time
             * @description Time of expiry, after `grantedAt`. Null if the consent does not expire.
             */
            readonly expiresAt?: string | null;
            /** @description The person who consented. */
            readonly subject?: components["schemas"]["DataSubject"];
            /** @description Whether the consent is given or withdrawn. */
            readonly status?: components["schemas"]["ConsentStatus"];
            /**
             * Format: date-time
             * @description Time at which the consent was given.
             */
            readonly grantedAt?: string;
            /**
             * Format: date-time
             * @description Time of the withdrawal. Null if the consent was not withdrawn.
             */
            readonly withdrawnAt?: string | null;
            /** @description Reason of the withdrawal. */
            readonly withdrawalReason?: string | null;
            /** @description Id of the user who recorded the consent. */
            readonly createdBy?: string;
            /** @description Reason of the withdrawal, at most 1000 characters. */
            reason?: string | null;
        };
        /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
        ErrorDetails: {
            [key: string]: unknown;
        };
        BadRequestError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Organization required";
        } | {
            /** @description The sentence of the legacy API, or the name of the status. */
            error: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "VALIDATION_ERROR";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        } | {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Bad Request";
            /** @description What was wrong, in one sentence. */
            message: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "VALIDATION_ERROR" | "MALFORMED_JSON" | "INVITATION_EXPIRED" | "QUERY_TOO_COMPLEX" | "INSUFFICIENT_HISTORY";
            /**
             * @description The HTTP status.
             * @constant
             */
            statusCode: 400;
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details: components["schemas"]["ErrorDetails"];
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        BadRequestProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Bad Request";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 400;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "VALIDATION_ERROR" | "MALFORMED_JSON" | "ORGANIZATION_REQUIRED" | "INVITATION_EXPIRED" | "QUERY_TOO_COMPLEX" | "INSUFFICIENT_HISTORY";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        UnauthorizedError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Unauthorized";
        } | {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Unauthorized";
            /** @description What was wrong, in one sentence. */
            message: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "STEP_UP_REQUIRED";
            /**
             * @description The HTTP status.
             * @constant
             */
            statusCode: 401;
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details: components["schemas"]["ErrorDetails"];
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        UnauthorizedProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Unauthorized";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 401;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "UNAUTHORIZED" | "STEP_UP_REQUIRED";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        ForbiddenError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Forbidden";
            /** @description What was wrong, in one sentence. */
            message: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "FORBIDDEN" | "CONSENT_REQUIRED" | "MEMBERSHIP_ENDED" | "NETWORK_NOT_ALLOWED";
            /**
             * @description The HTTP status.
             * @constant
             */
            statusCode: 403;
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details: components["schemas"]["ErrorDetails"];
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        ForbiddenProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Forbidden";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 403;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "FORBIDDEN" | "CONSENT_REQUIRED" | "MEMBERSHIP_ENDED" | "NETWORK_NOT_ALLOWED";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        NotFoundError: {
            /** @description The sentence of the legacy API, or the name of the status. */
            error: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "ROUTE_NOT_FOUND";
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        NotFoundProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Not Found";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 404;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "NOT_FOUND" | "ORGANIZATION_NOT_FOUND" | "ROUTE_NOT_FOUND";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        NotAcceptableError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Not Acceptable";
            /** @description What was wrong, in one sentence. */
            message: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "NOT_ACCEPTABLE";
            /**
             * @description The HTTP status.
             * @constant
             */
            statusCode: 406;
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details: components["schemas"]["ErrorDetails"];
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        NotAcceptableProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Not Acceptable";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 406;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "NOT_ACCEPTABLE";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        ConflictError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Conflict";
            /** @description What was wrong, in one sentence. */
            message: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "INVALID_STATE_TRANSITION" | "LEGAL_HOLD" | "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
            /**
             * @description The HTTP status.
             * @constant
             */
            statusCode: 409;
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details: components["schemas"]["ErrorDetails"];
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        ConflictProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Conflict";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 409;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "INVALID_STATE_TRANSITION" | "LEGAL_HOLD" | "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        PreconditionFailedError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Precondition Failed";
            /** @description What was wrong, in one sentence. */
            message: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "PRECONDITION_FAILED";
            /**
             * @description The HTTP status.
             * @constant
             */
            statusCode: 412;
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details: components["schemas"]["ErrorDetails"];
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        PreconditionFailedProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Precondition Failed";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 412;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "PRECONDITION_FAILED";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        PayloadTooLargeError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Payload Too Large";
            /** @description What was wrong, in one sentence. */
            message: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "PAYLOAD_TOO_LARGE";
            /**
             * @description The HTTP status.
             * @constant
             */
            statusCode: 413;
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details: components["schemas"]["ErrorDetails"];
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        PayloadTooLargeProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Payload Too Large";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 413;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "PAYLOAD_TOO_LARGE";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        UnsupportedMediaTypeError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Unsupported Media Type";
            /** @description What was wrong, in one sentence. */
            message: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "UNSUPPORTED_MEDIA_TYPE";
            /**
             * @description The HTTP status.
             * @constant
             */
            statusCode: 415;
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details: components["schemas"]["ErrorDetails"];
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        UnsupportedMediaTypeProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Unsupported Media Type";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 415;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "UNSUPPORTED_MEDIA_TYPE";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        UnprocessableEntityError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Unprocessable Entity";
            /** @description What was wrong, in one sentence. */
            message: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "IDEMPOTENCY_KEY_REUSED";
            /**
             * @description The HTTP status.
             * @constant
             */
            statusCode: 422;
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details: components["schemas"]["ErrorDetails"];
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        UnprocessableEntityProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Unprocessable Entity";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 422;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "IDEMPOTENCY_KEY_REUSED";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        TooManyRequestsError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Too Many Requests";
            /** @description What was wrong, in one sentence. */
            message: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "RATE_LIMIT_EXCEEDED";
            /**
             * @description The HTTP status.
             * @constant
             */
            statusCode: 429;
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details: components["schemas"]["ErrorDetails"];
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        TooManyRequestsProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Too Many Requests";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 429;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "RATE_LIMIT_EXCEEDED";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        InternalServerErrorError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Internal server error";
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "INTERNAL_ERROR";
            /** @description The id of the request, to quote when you report the error. */
            requestId?: string;
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        InternalServerErrorProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Internal Server Error";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 500;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "INTERNAL_ERROR";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
        ServiceUnavailableError: {
            /**
             * @description The sentence of the legacy API, or the name of the status.
             * @constant
             */
            error: "Service Unavailable";
            /** @description What was wrong, in one sentence. */
            message: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "NOT_READY";
            /**
             * @description The HTTP status.
             * @constant
             */
            statusCode: 503;
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details: components["schemas"]["ErrorDetails"];
        };
        /** @description Problem details (RFC 9457), sent when the request accepts application/problem+json. */
        ServiceUnavailableProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.
             */
            type: string;
            /**
             * @description The name of the status.
             * @constant
             */
            title: "Service Unavailable";
            /**
             * @description The HTTP status.
             * @constant
             */
            status: 503;
            /** @description What was wrong, in one sentence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path of the request.
             */
            instance: string;
            /**
             * @description The error code, stable for programs.
             * @enum {string}
             */
            code: "NOT_READY";
            /** @description Further facts by name; for an invalid request, the fault of each invalid field. */
            details?: components["schemas"]["ErrorDetails"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    analyticsDashboard: {
        parameters: {
            query?: {
                /** @description IANA time zone that decides which day is today. */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["AnalyticsDashboard"];
                    };
                };
            };
        };
    };
    campaignPerformance: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description First day. */
                from?: string;
                /** @description Last day, included. Default today. */
                to?: string;
                /** @description IANA time zone that decides which day is today. */
                timeZone?: string;
                /** @description Only campaigns of this client. */
                clientId?: string;
                /** @description Only campaigns with this status. The value is case-insensitive. */
                status?: components["schemas"]["CampaignStatus"];
                /** @description Value to rank by. The value is case-insensitive. */
                sort?: components["schemas"]["PerformanceSort"];
                /** @description Direction of the ranking. Campaigns without the figure are last in both directions. The value is case-insensitive. */
                order?: components["schemas"]["OrderDirection"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["CampaignFigures"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    analyticsPredictions: {
        parameters: {
            query?: {
                /** @description Figure to predict. The value is case-insensitive. */
                measure?: components["schemas"]["PredictedMeasure"];
                /** @description Width of a bucket. The value is case-insensitive. */
                interval?: components["schemas"]["AnalyticsInterval"];
                /** @description Only figures of this campaign. */
                campaignId?: string;
                /** @description Number of buckets to predict, 1 to 90. Default 14. */
                horizon?: number;
                /** @description Level of the intervals in percent: 80, 90, 95 or 99. */
                level?: 80 | 90 | 95 | 99;
                /** @description IANA time zone that decides which day is today. */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Prediction"];
                    };
                };
            };
        };
    };
    recordAnalytics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalyticsRecordInput"] | components["schemas"]["AnalyticsRecordInput"][];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["IngestReport"];
                    };
                };
            };
        };
    };
    analyticsReport: {
        parameters: {
            query?: {
                /** @description First day. */
                from?: string;
                /** @description Last day, included. Default today. */
                to?: string;
                /** @description IANA time zone that decides which day is today. */
                timeZone?: string;
                /** @description Value of `next` in the previous batch. */
                after?: string;
                /** @description The format of the answer, case-insensitive. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description One batch of a report: the figures of each campaign. */
                        data: {
                            /**
                             * Format: date
                             * @description First day; null for all time.
                             */
                            from: string | null;
                            /**
                             * Format: date
                             * @description Last day, included; null for all time.
                             */
                            to: string | null;
                            /** @description Figures of all campaigns of the report. */
                            totals: components["schemas"]["Figures"];
                            /** @description Figures of this batch of campaigns. */
                            rows: components["schemas"]["CampaignFigures"][];
                        };
                    };
                    "text/csv": string;
                };
            };
        };
    };
    sectorAnalytics: {
        parameters: {
            query?: {
                /** @description First day. */
                from?: string;
                /** @description Last day, included. Default today. */
                to?: string;
                /** @description IANA time zone that decides which day is today. */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Figures of the government sector and of business. */
                        data: {
                            /**
                             * Format: date
                             * @description First day; null for all time.
                             */
                            from: string | null;
                            /**
                             * Format: date
                             * @description Last day, included; null for all time.
                             */
                            to: string | null;
                            /** @description Figures by the sector derived from the client’s type, as in `Campaign.clientSector`. */
                            sectors: components["schemas"]["SectorFigures"][];
                        };
                    };
                };
            };
        };
    };
    analyticsTrends: {
        parameters: {
            query?: {
                /** @description Width of a bucket. The value is case-insensitive. */
                interval?: components["schemas"]["AnalyticsInterval"];
                /** @description First day. */
                from?: string;
                /** @description Last day, included. Default today. */
                to?: string;
                /** @description IANA time zone that decides which day is today. */
                timeZone?: string;
                /** @description Only figures of this campaign. */
                campaignId?: string;
                /** @description Number of buckets of the moving average, 1 to 90. Default: 7 days, 4 weeks or 3 months. */
                window?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Trends"];
                    };
                };
            };
        };
    };
    auditExport: {
        parameters: {
            query?: {
                /** @description Value of `next` in the previous batch. */
                after?: number;
                /** @description Sequence number to end at: that of the first batch’s checkpoint. */
                upTo?: number;
                /** @description The format of the answer, case-insensitive. */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
        };
    };
    auditRecords: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Only records of this action, for example CLIENT_CREATED, case-insensitive. At most 64 characters. */
                action?: string;
                /** @description Only records of this user. */
                userId?: string;
                /** @description Only records about this type of resource, for example CLIENT, case-insensitive. At most 64 characters. */
                resourceType?: string;
                /** @description Only records about this resource. */
                resourceId?: string;
                /** @description Only records at or after this time. */
                from?: string;
                /** @description Only records before this time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["AuditRecord"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    auditRecordsRecent: {
        parameters: {
            query?: {
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["AuditRecord"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    verifyAudit: {
        parameters: {
            query?: {
                /** @description Sequence number after which to start. */
                after?: number;
                /** @description A signed checkpoint that you kept, unchanged. The trail must still start with its records. */
                checkpoint?: string;
                /** @description Sequence number of the record to prove the inclusion of. */
                record?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["AuditVerification"];
                    };
                };
            };
        };
    };
    breaches: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Case-insensitive substring of the title. At most 200 characters. */
                search?: string;
                /** @description Only breaches with one of these statuses. At most 20. The value is case-insensitive. */
                status?: components["schemas"]["BreachStatus"];
                /** @description Only breaches of one of these severities. At most 20. The value is case-insensitive. */
                severity?: components["schemas"]["BreachSeverity"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["Breach"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    reportBreach: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BreachInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Breach"];
                    };
                };
            };
        };
    };
    breach: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the breach. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Breach"];
                    };
                };
            };
        };
    };
    updateBreach: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the breach. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BreachPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Breach"];
                    };
                };
            };
        };
    };
    recordBreachNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the breach. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BreachNotificationInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Breach"];
                    };
                };
            };
        };
    };
    campaigns: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Case-insensitive substring of the name. At most 200 characters. */
                search?: string;
                /** @description Only rows with this `clientId`. ALL means no filter. */
                clientId?: string;
                /** @description Only rows whose `status` is one of these. At most 20. The value is case-insensitive. ALL means no filter. */
                status?: components["schemas"]["CampaignStatus"] | "ALL";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: {
                            /** @description Unique id (UUID), assigned by the service. */
                            id: string;
                            /** @description Name of the campaign. */
                            name: string;
                            /** @description Id of the client. Null if there is none, or if the client was deleted. */
                            clientId: string | null;
                            /** @description Name of the client, or `No Client`. */
                            clientName: string;
                            /** @description Sector derived from the client’s type: GOVERNMENT for MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT and STATE_OWNED_ENTITY, otherwise BUSINESS. The client’s recorded sector is `client { sector }`. */
                            clientSector: components["schemas"]["Sector"] | null;
                            /** @description Type of the campaign. */
                            type: components["schemas"]["CampaignType"];
                            /** @description Lifecycle status of the campaign. */
                            status: components["schemas"]["CampaignStatus"];
                            /**
                             * Format: int32
                             * @description Number of content items of the campaign.
                             */
                            contentCount: number;
                            /**
                             * Format: int32
                             * @description Number of analytics records of the campaign.
                             */
                            analyticsCount: number;
                            /**
                             * Format: date-time
                             * @description Time of creation.
                             */
                            createdAt: string;
                        }[];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Campaign"];
                    };
                };
            };
        };
    };
    bulkCampaigns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Result of a bulk operation. */
                        data: {
                            /** @description Ids of the changed campaigns. For DUPLICATE: ids of the copies. */
                            succeeded: string[];
                            /** @description Items that failed; the others succeeded. */
                            failed: components["schemas"]["BulkFailure"][];
                        };
                    };
                };
            };
        };
    };
    campaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Campaign"];
                    };
                };
            };
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Campaign"];
                    };
                };
            };
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    campaignAnalytics: {
        parameters: {
            query?: {
                /** @description First day. */
                from?: string;
                /** @description Last day, included. Default today. */
                to?: string;
                /** @description IANA time zone that decides which day is today. */
                timeZone?: string;
            };
            header?: never;
            path: {
                /** @description Id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["CampaignAnalytics"];
                    };
                };
            };
        };
    };
    duplicateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Campaign"];
                    };
                };
            };
        };
    };
    changeCampaignStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description New status. */
                    status: components["schemas"]["CampaignStatus"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Campaign"];
                    };
                };
            };
        };
    };
    clients: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Case-insensitive substring of the name. At most 200 characters. */
                search?: string;
                /** @description Only rows whose `sector` is one of these. At most 20. The value is case-insensitive. Any other value matches nothing. */
                sector?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: {
                            /** @description Unique id (UUID), assigned by the service. */
                            id: string;
                            /** @description Name of the client. */
                            name: string;
                            /** @description Type of the client. An open set: LOCAL_MUNICIPALITY, LARGE_CORPORATION, MEDIUM_BUSINESS, MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others. */
                            type: string;
                            /** @description Sector of the client. */
                            sector: components["schemas"]["Sector"];
                            /** @description Effective security clearance: the client’s own, or else that of its compliance record. */
                            securityClearance: string;
                        }[];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["ClientPageMeta"];
                    };
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    clientsBusiness: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Case-insensitive substring of the name. At most 200 characters. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: {
                            /** @description Unique id (UUID), assigned by the service. */
                            id: string;
                            /** @description Name of the client. */
                            name: string;
                            /** @description Type of the client. An open set: LOCAL_MUNICIPALITY, LARGE_CORPORATION, MEDIUM_BUSINESS, MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others. */
                            type: string;
                            /** @description Sector of the client. */
                            sector: components["schemas"]["Sector"];
                            /** @description Effective security clearance: the client’s own, or else that of its compliance record. */
                            securityClearance: string;
                        }[];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["ClientPageMeta"];
                    };
                };
            };
        };
    };
    clientExport: {
        parameters: {
            query?: {
                /** @description Value of `next` in the previous batch. NOT_FOUND for any other value. */
                after?: string;
                /** @description The format of the answer, case-insensitive. */
                format?: "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
        };
    };
    clientsGovernment: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Case-insensitive substring of the name. At most 200 characters. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: {
                            /** @description Unique id (UUID), assigned by the service. */
                            id: string;
                            /** @description Name of the client. */
                            name: string;
                            /** @description Type of the client. An open set: LOCAL_MUNICIPALITY, LARGE_CORPORATION, MEDIUM_BUSINESS, MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others. */
                            type: string;
                            /** @description Sector of the client. */
                            sector: components["schemas"]["Sector"];
                            /** @description Effective security clearance: the client’s own, or else that of its compliance record. */
                            securityClearance: string;
                        }[];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["ClientPageMeta"];
                    };
                };
            };
        };
    };
    importClients: {
        parameters: {
            query?: {
                /** @description Whether valid rows are imported if others are invalid. The value is case-insensitive. */
                mode?: components["schemas"]["ImportMode"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 50000 rows. JSON: a list of objects, or an object with the list `rows`. CSV in UTF-8, with commas, semicolons or tabs: a header line names the fields, `contact.email` a field of an object, at most 1000 columns; empty cells are absent. A cell of `contact` or `attributes` may be an object as JSON, so an export can be imported. At most 20 MiB. */
        requestBody: {
            content: {
                "application/json": ({
                    [key: string]: unknown;
                } | null)[];
                "text/csv": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["ImportReport"];
                    };
                };
            };
        };
    };
    client: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the client. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the client. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the client. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeClientStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the client. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description New status. */
                    status: components["schemas"]["ClientStatus"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    complianceAlerts: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Only alerts with this status. The value is case-insensitive. */
                status?: components["schemas"]["ComplianceAlertStatus"];
                /** @description Only alerts of this severity. The value is case-insensitive. */
                severity?: components["schemas"]["ComplianceAlertSeverity"];
                /** @description Only alerts of this type. The value is case-insensitive. */
                type?: components["schemas"]["ComplianceAlertType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["ComplianceAlert"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    markComplianceAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the compliance alert. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComplianceAlertMarkInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["ComplianceAlert"];
                    };
                };
            };
        };
    };
    complianceReport: {
        parameters: {
            query?: {
                /** @description First day, in South African time. Default: 29 days before the last day. */
                from?: string;
                /** @description Last day, in South African time. Default: today. */
                to?: string;
                /** @description Language of the texts of the report. The value is case-insensitive. */
                language?: components["schemas"]["MailLanguage"];
                /** @description The format of the answer, case-insensitive. */
                format?: "json" | "csv" | "pdf";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Events of a period, and the current compliance. */
                        data: {
                            /**
                             * Format: int32
                             * @description Score in percent: the weight of the passed checks, divided by the weight of the applicable checks. Null if no check applies.
                             */
                            score: number | null;
                            /** @description Compliance level. Null if no check applies. */
                            level: components["schemas"]["ComplianceLevel"] | null;
                            /** @description Name of the organization. */
                            organization: string | null;
                            /**
                             * Format: date
                             * @description First day of the period.
                             */
                            from: string;
                            /**
                             * Format: date
                             * @description Last day of the period, included.
                             */
                            to: string;
                            /**
                             * Format: date-time
                             * @description Time of the report.
                             */
                            generatedAt: string;
                            /** @description Language of the texts of the report. */
                            language: components["schemas"]["MailLanguage"];
                            /** @description Lines of the report. */
                            rows: components["schemas"]["ReportRow"][];
                        };
                    };
                    "text/csv": string;
                    "application/pdf": string;
                };
            };
        };
    };
    retention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["RetentionSchedule"];
                    };
                };
            };
        };
    };
    setRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["RetentionSchedule"];
                    };
                };
            };
        };
    };
    complianceStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["ComplianceStatus"];
                    };
                };
            };
        };
    };
    consents: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Case-insensitive substring of the subject’s name. At most 200 characters. */
                search?: string;
                /** @description Only consents with one of these statuses. At most 20. The value is case-insensitive. */
                status?: components["schemas"]["ConsentStatus"];
                /** @description Only consents for one of these channels. At most 20. The value is case-insensitive. */
                channel?: components["schemas"]["ConsentChannel"];
                /** @description Only consents for this purpose, case-insensitive: MARKETING also finds `marketing`. OTHER finds every purpose without a code. At most 200 characters. */
                purpose?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["Consent"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    recordConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Consent"];
                    };
                };
            };
        };
    };
    consent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the consent. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Consent"];
                    };
                };
            };
        };
    };
    withdrawConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the consent. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Consent"];
                    };
                };
            };
        };
    };
    contents: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Case-insensitive substring of the title. At most 200 characters. */
                search?: string;
                /** @description Only rows whose `status` is one of these. At most 20. The value is case-insensitive. */
                status?: components["schemas"]["ContentStatus"];
                /** @description Only rows whose `type` is one of these. At most 20. The value is case-insensitive. */
                type?: components["schemas"]["ContentType"];
                /** @description Only rows whose `language` is one of these. At most 20. The value is case-insensitive. */
                language?: components["schemas"]["Language"];
                /** @description Only rows with this `campaignId`. */
                campaignId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["ContentItem"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createContent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContentInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["ContentItem"];
                    };
                };
            };
        };
    };
    contentsTemplates: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Case-insensitive substring of the title. At most 200 characters. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["ContentItem"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    content: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the content item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["ContentItem"];
                    };
                };
            };
        };
    };
    updateContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the content item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContentPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["ContentItem"];
                    };
                };
            };
        };
    };
    deleteContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the content item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    restoreContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the content item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int32
                     * @description Number of the version to restore.
                     */
                    version: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["ContentItem"];
                    };
                };
            };
        };
    };
    changeContentStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the content item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description New status. */
                    status: components["schemas"]["ContentStatus"];
                    /**
                     * Format: int32
                     * @description Version that the decision is about. CONFLICT if it is not the current version.
                     */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["ContentItem"];
                    };
                };
            };
        };
    };
    contentVersions: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the content item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["ContentVersion"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    dataSubjectRequests: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Case-insensitive substring of the subject’s name. At most 200 characters. */
                search?: string;
                /** @description Only requests of one of these types. At most 20. The value is case-insensitive. */
                type?: components["schemas"]["DataSubjectRequestType"];
                /** @description Only requests with one of these statuses. At most 20. The value is case-insensitive. */
                status?: components["schemas"]["DataSubjectRequestStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["DataSubjectRequest"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    lodgeDataSubjectRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataSubjectRequestInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["DataSubjectRequest"];
                    };
                };
            };
        };
    };
    dataSubjectRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the data-subject request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["DataSubjectRequest"];
                    };
                };
            };
        };
    };
    updateDataSubjectRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the data-subject request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataSubjectRequestPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["DataSubjectRequest"];
                    };
                };
            };
        };
    };
    completeDataSubjectRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the data-subject request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompletionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["DataSubjectRequest"];
                    };
                };
            };
        };
    };
    decideDataSubjectRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the data-subject request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["DataSubjectRequest"];
                    };
                };
            };
        };
    };
    dataSubjectExport: {
        parameters: {
            query?: {
                /** @description The format of the answer, case-insensitive. */
                format?: "zip" | "json";
            };
            header?: never;
            path: {
                /** @description Id of the data-subject request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description All personal data held on a subject, collected from every table at the time of the request. No copy of the package is stored. */
                        data: {
                            /** @description Id of the request. */
                            requestId: string;
                            /** @description Type of the request. */
                            type: components["schemas"]["DataSubjectRequestType"];
                            /**
                             * Format: date-time
                             * @description Time at which the package was made.
                             */
                            generatedAt: string;
                            /** @description The person whom the package is about. */
                            subject: components["schemas"]["RequestSubject"];
                            /** @description Resources of which the package has only the first 10,000 records. */
                            truncated: string[];
                            /** @description Records that are missing, in part or whole, because they may concern someone else, and the reasons: the first 1,000. */
                            left: components["schemas"]["LeftRow"][];
                            /** @description Records that are held on the subject. */
                            rows: components["schemas"]["HeldRecord"][];
                        };
                    };
                };
            };
        };
    };
    extendDataSubjectRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the data-subject request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExtensionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["DataSubjectRequest"];
                    };
                };
            };
        };
    };
    invitations: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Case-insensitive substring of the e-mail address. At most 200 characters. */
                search?: string;
                /** @description Only invitations with one of these statuses. At most 20. The value is case-insensitive. */
                status?: components["schemas"]["InvitationStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["Invitation"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    sendInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["SentInvitation"];
                    };
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Token of the invitation. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Result of accepting an invitation. */
                        data: {
                            /** @description Id of the invitation. */
                            invitationId: string;
                            /** @description Id of the organization that the user joined. */
                            organizationId: string;
                            /** @description The new member of the team. */
                            member: components["schemas"]["TeamMember"];
                        };
                    };
                };
            };
        };
    };
    sendDemoInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DemoInvitationInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["SentInvitation"];
                    };
                };
            };
        };
    };
    invitationsManage: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: {
                            /** @description Unique id (UUID), assigned by the service. */
                            id: string;
                            /**
                             * Format: date-time
                             * @description Time of creation.
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description Time of the last change.
                             */
                            updatedAt: string;
                            /** @description E-mail address of the invited person. */
                            email: string;
                            /** @description Role that the invited person gets. */
                            role: components["schemas"]["TeamRole"];
                            /** @description Message to the invited person. */
                            message: string | null;
                            /**
                             * Format: date-time
                             * @description Time at which the invitation expires.
                             */
                            expiresAt: string;
                            /** @description Whether this is a demo invitation: nothing is sent, and the invitation expires in an hour. */
                            isDemo: boolean;
                            /** @description Id of the user who sent the invitation. */
                            createdBy: string;
                            /** @description Id of the user who accepted or declined the invitation. */
                            answeredBy: string | null;
                            /**
                             * Format: date-time
                             * @description Time of the answer. Null until the invitation is answered.
                             */
                            answeredAt: string | null;
                            /** @description Delivery status of the e-mail with the token. Null if no e-mail was sent and the inviter received the token. */
                            emailStatus: components["schemas"]["EmailStatus"] | null;
                            /** @description Reason why the e-mail FAILED. Resend the invitation to try again. */
                            emailError: string | null;
                            /** @description Status of the invitation. PENDING becomes EXPIRED at `expiresAt`. */
                            status: components["schemas"]["InvitationStatus"];
                            /** @description Actions that the caller can take on the invitation. */
                            actions: components["schemas"]["InvitationAction"][];
                        }[];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invitation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invitation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["SentInvitation"];
                    };
                };
            };
        };
    };
    breachesRealtime: {
        parameters: {
            query?: {
                /** @description Id of the last received event. The events after it are sent first. */
                lastEventId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events, each with `id`, `event` and JSON `data`. To resume, send the last id as `Last-Event-ID`. The first event tells where the stream starts: `snapshot`, `update`, or `ready` without data. `reset`: events may be missing. `unauthorized`: the token expired, or the user was removed. A comment every 15 s keeps the connection open. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    dashboard: {
        parameters: {
            query?: {
                /** @description Id of the last received event. The events after it are sent first. */
                lastEventId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events, each with `id`, `event` and JSON `data`. To resume, send the last id as `Last-Event-ID`. The first event tells where the stream starts: `snapshot`, `update`, or `ready` without data. `reset`: events may be missing. `unauthorized`: the token expired, or the user was removed. A comment every 15 s keeps the connection open. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    serviceProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Organization"];
                    };
                };
            };
        };
    };
    apiKeys: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["ApiKey"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    billing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["BillingStatement"];
                    };
                };
            };
        };
    };
    serviceProviderCompliance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["ProviderCompliance"];
                    };
                };
            };
        };
    };
    integrations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["IntegrationReport"];
                    };
                };
            };
        };
    };
    notifications: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description true: only unread notifications. false: only read notifications. */
                unread?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["Notification"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["NotificationPageMeta"];
                    };
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Organization"];
                    };
                };
            };
        };
    };
    securitySettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["SecuritySettings"];
                    };
                };
            };
        };
    };
    webhooks: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["Webhook"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookDeliveries: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["WebhookDelivery"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    teamMembers: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. Default 1. */
                page?: number;
                /** @description Items per page, 1 to 100. Default 10. */
                limit?: number;
                /** @description Case-insensitive substring of the name. At most 200 characters. */
                search?: string;
                /** @description Only members with one of these roles. At most 20. The value is case-insensitive. */
                role?: components["schemas"]["TeamRole"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description Items of this page. */
                        data: components["schemas"]["TeamMember"][];
                        /** @description The numbers of the page and of the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    addTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamMemberInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["TeamMember"];
                    };
                };
            };
        };
    };
    teamAnalytics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["TeamAnalytics"];
                    };
                };
            };
        };
    };
    teamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the team member. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["TeamMember"];
                    };
                };
            };
        };
    };
    updateTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the team member. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamMemberPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true: a failed operation answers with an error.
                         * @constant
                         */
                        success: true;
                        /** @description The result of the operation. */
                        data: components["schemas"]["TeamMember"];
                    };
                };
            };
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the team member. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
