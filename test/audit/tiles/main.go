// Reads a published audit trail as anybody could, with a library for c2sp.org/tlog-tiles and c2sp.org/tlog-policy that
// knows nothing of the gateway:
//
//	audit-tiles ADDRESS POLICY
//
// It prints the hash of each record, which an export has too. It fails unless the checkpoint meets the policy, and all
// tiles lead to the root in the checkpoint.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"filippo.io/torchwood"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Println("audit-tiles ADDRESS POLICY")
		return
	}
	text, err := os.ReadFile(os.Args[2])
	demand(err)
	policy, err := torchwood.ParsePolicy(text)
	demand(err)
	ctx := context.Background()
	fetcher, err := torchwood.NewTileFetcher(os.Args[1], torchwood.WithUserAgent("audit-tiles"))
	demand(err)
	signed, err := fetcher.ReadEndpoint(ctx, "checkpoint")
	demand(err)
	checkpoint, _, err := torchwood.VerifyCheckpoint(signed, policy)
	demand(err)
	client, err := torchwood.NewClient(fetcher)
	demand(err)
	for _, entry := range client.AllEntries(ctx, checkpoint.Tree, 0) {
		fmt.Printf("%x\n", entry)
	}
	demand(client.Err())
}

func demand(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
